/** All that a command knows of the world around the process; tests pass one of their own. */
export interface Terminal {
  /** Results: standard output. */
  out(text: string): void;
  /** Messages: standard error. */
  err(text: string): void;
  /** Standard input, to its end. */
  readInput(): Promise<Uint8Array>;
  /** Tells each line that comes on standard input, until the returned function is called. */
  onLine(listener: () => void): () => void;
  /** Whether a person watches standard error. */
  errIsTerminal: boolean;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeFolder: string;
  /** Where relative paths are meant from. */
  folder: string;
  /** Absolute path of the folder with the built parts: `node/` and `renderer/`. */
  builtFolder: string;
  /**
   * Aborts on Ctrl-C and when the system asks the process to end; with `readerGone` as its reason when nobody reads the
   * results any more.
   */
  signal: AbortSignal;
}

/** Who read the results has had enough, as `head` does. The work stops, and that is no failure. */
export const readerGone: unique symbol = Symbol('nobody reads the results any more');
