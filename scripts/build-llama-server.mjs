import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.mjs';

const switches = [
  '-DCMAKE_BUILD_TYPE=Release',
  '-DBUILD_SHARED_LIBS=OFF',
  '-DGGML_NATIVE=ON',
  '-DLLAMA_CURL=OFF',
  '-DLLAMA_OPENSSL=OFF',
  '-DLLAMA_BUILD_TESTS=OFF',
  '-DLLAMA_BUILD_EXAMPLES=OFF',
  // the page of the server would be fetched
  '-DLLAMA_BUILD_UI=OFF',
  '-DLLAMA_USE_PREBUILT_UI=OFF',
];

/**
 * The engine's own server, built once from the source that the engine's package brings: the peer of a benchmark. Takes
 * minutes.
 * @param {string} root
 * @param {(sentence: string) => void} say
 * @returns {Promise<{ program: string } | { reason: string }>} where it lies, or why there is none
 */
export async function buildLlamaServer(root, say) {
  const folder = join(root, '.cache/llama-cpp');
  const program = join(folder, 'build/bin/llama-server');
  if (existsSync(program)) return { program };
  for (const tool of ['git', 'cmake', 'c++'])
    if (spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0)
      return { reason: `llama-server is not built: ${tool} is missing` };

  const bundle = join(root, 'node_modules/node-llama-cpp/llama/gitRelease.bundle');
  if (!existsSync(bundle)) return { reason: 'llama-server is not built: the engine’s package has no source' };
  say('Building llama-server from the engine’s source, once; this takes some minutes …');
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'src');
  const steps = [
    ...(existsSync(source) ? [] : [['git', 'clone', '--quiet', bundle, source]]),
    ['cmake', '-S', source, '-B', join(folder, 'build'), ...switches],
    ['cmake', '--build', join(folder, 'build'), '--target', 'llama-server', '-j', String(availableParallelism())],
  ];
  for (const [command = '', ...args] of steps) {
    const code = await runProgram(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (code !== 0) return { reason: `llama-server is not built: ${command} ended with ${code}` };
  }
  return { program };
}
