import type { ModelEntry } from '../contract/models.ts';
import type { FileIndex } from './file-index.ts';

export interface FetchRun {
  signal: AbortSignal;
  /** Bytes so far and in all; the total is null while it is unknown. */
  onProgress: (done: number, total: number | null) => void;
}

/** The model files that the workbench knows, where they lie. Nothing of the user's is copied, moved or deleted. */
export interface ModelLibrary {
  /** The starter first when it is there, then its variants, then the added places in their order; each file once. */
  list(): Promise<ModelEntry[]>;
  /**
   * Adds a GGUF file, or a folder whose GGUF files are found.
   * @throws Fault NOT_FOUND (nothing at the path, or no GGUF file in the folder), INVALID_REQUEST (a file of another kind)
   */
  add(path: string): Promise<ModelEntry[]>;
  /** Takes a place out of the list. @throws Fault NOT_FOUND */
  forget(path: string): Promise<ModelEntry[]>;
  /** The starter: a file on disk with the right hash, else fetched. @throws Fault DOWNLOAD_FAILED, CANCELLED, IO_FAILED */
  fetchStarter(run: FetchRun): Promise<ModelEntry>;
  /**
   * Writes the requantised variants of the starter beside it; those that are there already stay.
   * @throws Fault NO_MODEL (the starter is not there), CANCELLED, IO_FAILED
   */
  makeVariants(run: FetchRun): Promise<ModelEntry[]>;
  /** Told after every change of the list. Returns the end of the subscription. */
  onChange(listener: (models: ModelEntry[]) => void): () => void;
}

export interface ModelLibraryOptions {
  /** Absolute path of the folder that our own downloads go to. */
  modelsFolder: string;
  /** `openFileIndex(modelsFolder)`, the same one that the engine's owner has. */
  fileIndex: FileIndex;
  /** `model_places` of the settings: what the user added. */
  places: () => readonly string[];
  /** Resolves when the places are on disk. */
  changePlaces: (places: string[]) => Promise<void>;
}

/** Implemented by `createModelLibrary` in model-library.ts; tests pass one of their own. */
export type CreateModelLibrary = (options: ModelLibraryOptions) => ModelLibrary;
