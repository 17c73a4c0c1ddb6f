import type { MessagePort } from 'node:worker_threads';

/** What is faked of Electron's MessagePortMain. */
export interface FakedMainPort {
  on(event: 'message' | 'close', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
}

/**
 * A port of Node's with the manners of Electron's MessagePortMain: messages come as events with `data`, the side that
 * closes hears nothing of it, and posting after that is a fault here, so that a test notices.
 */
export function asMainPort(port: MessagePort): FakedMainPort {
  let closedHere = false;
  return {
    on(event, listener) {
      if (event === 'message') port.on('message', (data: unknown) => listener({ data }));
      else port.on('close', () => closedHere || listener({ data: undefined }));
    },
    postMessage(message) {
      if (closedHere) throw new Error('posted to a port that is closed');
      port.postMessage(message);
    },
    start: () => port.start(),
    close() {
      closedHere = true;
      port.close();
    },
  };
}
