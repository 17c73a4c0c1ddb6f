import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';

const script = join(import.meta.dirname, '../../images/build-engine.sh');
const llama = 'node_modules/node-llama-cpp/llama';

/** What the engine's own tool leaves after `source download` and `source build`; it is tried by hand, as it takes hours. */
const tool = `#!/bin/sh
echo "$* CI=$CI $NODE_LLAMA_CPP_CMAKE_OPTION_CMAKE_CUDA_ARCHITECTURES" >> calls
case "$*" in
  *"source download"*) mkdir -p ${llama}/llama.cpp && echo source > ${llama}/llama.cpp/main.cpp ;;
  *"source build"*)
    [ -z "\${FAILS:-}" ] || exit 1
    built=${llama}/localBuilds/linux-x64-cuda
    mkdir -p $built/Release $built/CMakeFiles
    for name in llama-addon.node _nlcBuildMetadata.json \${LACKS:-libggml-cuda.so}; do echo x > $built/Release/$name; done
    echo x > $built/CMakeFiles/object.o
    echo > $built/buildDone.status ;;
esac
`;

function compile(own: { libraries?: string[]; env?: Record<string, string> } = {}) {
  const folder = temporaryFolder();
  cpSync(script, join(folder, 'build-engine.sh'));
  mkdirSync(join(folder, llama), { recursive: true });
  writeFileSync(join(folder, llama, 'gitRelease.bundle'), '');
  writeFileSync(join(folder, llama, 'binariesGithubRelease.json'), '{}');
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  mkdirSync(join(folder, 'toolkit/lib64'), { recursive: true });
  const { libraries = ['libcudart.so.13', 'libcublas.so.13', 'libcublasLt.so.13'] } = own;
  for (const name of [...libraries, 'libnpp.so.13']) writeFileSync(join(folder, 'toolkit/lib64', name), name);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/node'), tool, { mode: 0o755 });
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, ...own.env };
  const { status } = spawnSync('sh', ['./build-engine.sh', '75-real;90-real', 'toolkit'], { cwd: folder, env });
  const files = (path: string) =>
    readdirSync(join(folder, path), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, path).length + 1))
      .sort();
  return { status, files, calls: readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n') };
}

describe('the engine’s build for the GPU image', () => {
  it('leaves what runs, without sources, and the libraries that it needs', () => {
    const { status, files, calls } = compile();
    expect(status).toBe(0);
    expect(calls).toEqual([
      expect.stringMatching(/source download --skipBuild .*CI=true 75-real;90-real$/),
      expect.stringMatching(/source build --gpu cuda .*CI=true 75-real;90-real$/),
    ]);
    expect(files('node_modules')).toEqual([
      'node-llama-cpp/llama/binariesGithubRelease.json',
      'node-llama-cpp/llama/localBuilds/linux-x64-cuda/Release/_nlcBuildMetadata.json',
      'node-llama-cpp/llama/localBuilds/linux-x64-cuda/Release/libggml-cuda.so',
      'node-llama-cpp/llama/localBuilds/linux-x64-cuda/Release/llama-addon.node',
      'node-llama-cpp/llama/localBuilds/linux-x64-cuda/buildDone.status',
    ]);
    expect(files('cuda')).toEqual(['libcublas.so.13', 'libcublasLt.so.13', 'libcudart.so.13']);
  });

  it.each([
    ['the compiler', { env: { FAILS: '1' } }],
    ['a result without CUDA', { env: { LACKS: 'libggml-cpu.so' } }],
    ['a toolkit without cuBLAS', { libraries: ['libcudart.so.13'] }],
  ])('fails with %s', (_, own) => {
    expect(compile(own).status).not.toBe(0);
  });
});
