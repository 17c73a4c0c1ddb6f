import type { Router } from '@orpc/server';
import type { contract } from './contract/contract.ts';
import type { Surroundings } from './models/finding/model-places.ts';

/** What one call knows: nothing but the life of its connection. */
export type CallContext = Record<never, never>;

/** What a host (desktop or browser mode) gives to the workbench. */
export interface Host {
  kind: 'desktop' | 'browser';
  version: string;
  /** Absolute path of the workspace folder; made when it is not there. */
  workspaceFolder: string;
  /** Absolute path of the folder that our own downloads go to. */
  modelsFolder: string;
  /** Where the model files of other programs lie; absent: they are not looked for. */
  surroundings?: Surroundings;
  /** Shows the native dialog for GGUF files; null where there is none. */
  pickModelFiles: (() => Promise<string[]>) | null;
  /** Tries an unknown model file in a process of its own, since a damaged file can abort a process. */
  tryModel: (path: string, signal: AbortSignal) => Promise<TrialOutcome>;
  /** Absolute path of the built `fit-worker.js`. Without, fits hold up everything else while they are computed. */
  fitWorker?: string;
  /** Absolute path of the built parts: the source of the image to deploy lies in them. */
  builtFolder?: string;
}

/** `could-not-run` says nothing about the file. */
export type TrialOutcome = { outcome: 'fine' } | { outcome: 'damaged' | 'could-not-run'; reason: string };

/** The application without a window. */
export interface Workbench {
  router: Router<typeof contract, CallContext>;
  /** A file that was opened with the app or dropped on it: a decision file is imported and shown, a GGUF file is added. */
  openFile(path: string): Promise<void>;
  /** The machine is about to sleep: what a GPU holds is given up, and loaded again when it is needed. */
  sleep(): Promise<void>;
  /** The machine woke: what is true now is told anew. */
  wake(): void;
  /** The native menu was used: passed on to the interface as an event. */
  sendAction(action: string): void;
  /** Cancels what runs, writes what is pending, disposes the engine in order and releases the lock. */
  close(): Promise<void>;
}
