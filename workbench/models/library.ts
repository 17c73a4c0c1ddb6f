import type { ModelEntry, ModelInfo } from '../contract/models.ts';
import type { FileIndex } from './file-index.ts';
import type { Surroundings } from './finding/model-places.ts';

export interface FetchRun {
  signal: AbortSignal;
  /** Bytes so far and in all; the total is null while it is unknown. */
  onProgress: (done: number, total: number | null) => void;
}

/** How a job goes through the files that have no checksum yet. */
export interface HashRun extends FetchRun {
  /** Awaited between chunks: hashing waits as long. */
  checkpoint: () => Promise<void>;
}

/** The model files that the workbench knows, where they lie. Nothing of the user's is copied, moved or deleted. */
export interface ModelLibrary {
  /**
   * Looks at all places now: the starter first when it is there, then its variants, other downloads of ours, the added
   * places in their order, and what lies in the folders of other programs; each file once.
   */
  list(): Promise<ModelEntry[]>;
  /** The list as it was found last, perhaps by an earlier process, without looking; null when nothing is known. */
  known(): Promise<ModelEntry[] | null>;
  /** Looks at all places now, and tells listeners when anything changed. */
  refresh(): Promise<ModelEntry[]>;
  /** All that is known about one file, but for the runs. @throws Fault MODEL_MISSING */
  info(path: string): Promise<Omit<ModelInfo, 'runs'>>;
  /**
   * Adds a GGUF file, or a folder whose GGUF files are found.
   * @throws Fault NOT_FOUND (nothing at the path, or no GGUF file in the folder), INVALID_REQUEST (a file of another kind)
   */
  add(path: string): Promise<ModelEntry[]>;
  /** Takes a place out of the list. @throws Fault NOT_FOUND */
  forget(path: string): Promise<ModelEntry[]>;
  /**
   * Deletes a file of the app's own folder, with all its parts.
   * @throws Fault MODEL_MISSING, CONFLICT (it lies elsewhere: it is not ours), IO_FAILED
   */
  remove(path: string): Promise<ModelEntry[]>;
  /** The starter: a file on disk with the right hash, else fetched. @throws Fault DOWNLOAD_FAILED, CANCELLED, IO_FAILED */
  fetchStarter(run: FetchRun): Promise<ModelEntry>;
  /**
   * Writes the requantised variants of the starter beside it; those that are there already stay.
   * @throws Fault NO_MODEL (the starter is not there), CANCELLED, IO_FAILED
   */
  makeVariants(run: FetchRun): Promise<ModelEntry[]>;
  /** Computes the checksums of all usable files that have none; files that go or fail meanwhile are left. @throws Fault CANCELLED */
  hash(run: HashRun): Promise<void>;
  /** Told after every change of the list. Returns the end of the subscription. */
  onChange(listener: (models: ModelEntry[]) => void): () => void;
  /** Looks again by itself when something changes in the folders that the user added. Returns the end of it. */
  watch(): () => Promise<void>;
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
  /** Where other programs keep their models; absent: they are not looked for. */
  surroundings?: Surroundings | undefined;
}

/** Implemented by `createModelLibrary` in model-library.ts; tests pass one of their own. */
export type CreateModelLibrary = (options: ModelLibraryOptions) => ModelLibrary;
