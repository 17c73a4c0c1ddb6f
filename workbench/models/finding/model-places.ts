import { join, resolve } from 'node:path';

/** What of the world around the process says where models lie. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeFolder: string;
}

/** Folders of other programs, as each of them finds its own; whether they are there is not asked. */
export interface ModelPlaces {
  /** Of the Hugging Face cache: with `models--<owner>--<name>` in it. */
  huggingface: string;
  /** Of Ollama: with `manifests` and `blobs` in it; the service on Linux has a home of its own. */
  ollama: string[];
  /** Homes of LM Studio: with `settings.json` and `models` in it. */
  lmStudio: string[];
  llamaCpp: string;
  nodeLlamaCpp: string;
}

/** Sources: huggingface_hub `constants.py`, Ollama `envconfig`, llama.cpp `fs_get_cache_directory`, node-llama-cpp `config`. */
export function modelPlaces({ env, platform, homeFolder }: Surroundings): ModelPlaces {
  const inHome = (path: string): string => {
    if (path === '~') return homeFolder;
    return path.startsWith('~/') || path.startsWith('~\\') ? join(homeFolder, path.slice(2)) : resolve(path);
  };
  const chosen = (name: string): string | null => {
    const value = env[name]?.trim();
    // Ollama's own settings are sometimes quoted by those who write unit files.
    return value ? inHome(value.replace(/^(["'])(.*)\1$/, '$2')) : null;
  };
  const cache = chosen('XDG_CACHE_HOME') ?? join(homeFolder, '.cache');
  const hub = join(chosen('HF_HOME') ?? join(cache, 'huggingface'), 'hub');
  const service = ['/usr/share/ollama/.ollama/models', '/var/lib/ollama/.ollama/models', '/var/lib/ollama/models'];
  const ollama = chosen('OLLAMA_MODELS');
  return {
    huggingface: chosen('HF_HUB_CACHE') ?? chosen('HUGGINGFACE_HUB_CACHE') ?? hub,
    ollama: ollama ? [ollama] : [join(homeFolder, '.ollama', 'models'), ...(platform === 'linux' ? service : [])],
    lmStudio: [join(homeFolder, '.lmstudio'), join(homeFolder, '.cache', 'lm-studio')],
    llamaCpp: chosen('LLAMA_CACHE') ?? join(systemCache(env, platform, homeFolder, cache), 'llama.cpp'),
    nodeLlamaCpp: join(homeFolder, '.node-llama-cpp', 'models'),
  };
}

function systemCache(env: Surroundings['env'], platform: NodeJS.Platform, homeFolder: string, cache: string): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(homeFolder, 'AppData', 'Local');
  return platform === 'darwin' ? join(homeFolder, 'Library', 'Caches') : cache;
}
