import type { Llama } from 'node-llama-cpp';

type Library = typeof import('node-llama-cpp');

export interface SharedLibrary {
  library: Library;
  llama: Llama;
}

const shared = new Map<'auto' | false, Promise<SharedLibrary>>();

/**
 * The engine's library, loaded once for a process and a choice of GPU. Only installed binaries are used: nothing is
 * compiled or downloaded. A second instance over one binary would lose its logger (the first one's is taken down after
 * the second's was set) and its messages would go to standard output, so an instance is kept and used again.
 * @param gpu `auto` for the best there is; false for none
 */
export async function sharedLibrary(gpu: 'auto' | false): Promise<SharedLibrary> {
  const loading = shared.get(gpu) ?? loadOrReuse(gpu);
  shared.set(gpu, loading);
  try {
    return await loading;
  } catch (error) {
    shared.delete(gpu);
    throw error;
  }
}

/** Where there is no GPU both choices are one binary. */
async function loadOrReuse(gpu: 'auto' | false): Promise<SharedLibrary> {
  const other = await shared.get(gpu === false ? 'auto' : false);
  if (other === undefined || other.llama.gpu !== false) return await load(gpu);
  if (gpu === false) return other;
  const types = await other.library.getLlamaGpuTypes('supported');
  return types.some((type) => type !== false) ? await load(gpu) : other;
}

async function load(gpu: 'auto' | false): Promise<SharedLibrary> {
  const library = await import('node-llama-cpp');
  const llama = await library.getLlama({
    gpu,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    // no limit of the library's own: threads are our setting
    maxThreads: 0,
    logLevel: library.LlamaLogLevel.error,
    logger: () => {},
  });
  return { library, llama };
}

let models = 0;

/** Says that a model of the library is loading or loaded, until the function that it returns is called. */
export function holdLibraries(): () => void {
  models += 1;
  let held = true;
  return () => {
    if (held) models -= 1;
    held = false;
  };
}

/**
 * Ends the engine; for a host that quits, after it disposed its models. Where another host of this process still has a
 * model, nothing ends: that host will do it.
 */
export async function disposeLibraries(): Promise<void> {
  if (models > 0) return;
  const all = [...new Set(shared.values())];
  shared.clear();
  for (const loading of all) {
    const loaded = await loading.catch(() => null);
    await loaded?.llama.dispose();
  }
}
