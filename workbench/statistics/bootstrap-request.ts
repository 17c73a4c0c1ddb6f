import { bootstrapMeans, type Estimate, type Resampling } from './bootstrap.ts';

/** A bootstrap as a message to a worker; every field survives a structured clone. */
export interface BootstrapRequest {
  /** Chosen by the caller; the answer carries it. */
  ticket: number;
  columns: Float64Array[];
  resampling: Resampling;
}

export interface BootstrapAnswer {
  ticket: number;
  estimates: Estimate[];
}

/**
 * Answers one request; a worker's whole program is `onmessage = ({data}) => postMessage(answerBootstrap(data))`, with
 * the messages of its host.
 */
export function answerBootstrap(request: BootstrapRequest): BootstrapAnswer {
  return { ticket: request.ticket, estimates: bootstrapMeans(request.columns, request.resampling) };
}

/** The buffers to hand over instead of copying; the sender cannot read the columns afterwards. */
export function transferableBuffers(request: BootstrapRequest): ArrayBufferLike[] {
  const { groups } = request.resampling;
  const buffers = request.columns.map((column) => column.buffer);
  return [...new Set(groups === undefined ? buffers : [...buffers, groups.buffer])];
}
