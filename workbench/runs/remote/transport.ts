/** What a server answered, as it is. */
export interface RemoteReply {
  status: number;
  body: Uint8Array;
  /** Where a redirect points; null without one. */
  location: string | null;
}

/** One way to a server. */
export interface Transport {
  /**
   * Sends one request and reads the whole answer.
   * @throws Fault ENDPOINT_FAILED (the answer is too long), TOOK_TOO_LONG, CANCELLED, BrokenConnection; of an endpoint
   * what AWS refuses
   */
  send(body: string, signal: AbortSignal): Promise<RemoteReply>;
  close(): void;
}
