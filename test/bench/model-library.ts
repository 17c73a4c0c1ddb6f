import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileSha256 } from '../../adapter/gguf/file-sha256.ts';
import { openFileIndex } from '../../workbench/models/file-index.ts';
import { createModelLibrary } from '../../workbench/models/model-library.ts';
import { BLOCK_LIMIT_MS, longestBlock } from '../stand-ins/longest-block.ts';
import { median } from '../stand-ins/median.ts';
import { smallModel } from '../stand-ins/small-model.ts';

const files = 2_000;
const rounds = 5;
/** What the app promises of its own code, in ms. */
const paintLimit = 200;
const lookLimit = 1_000;
/** At least 0.8 of the rate of sha256sum, on the same file in the same run. */
const hashLimit = 1 / 0.8;
const hashBytes = 256 * 1024 * 1024;

/** The library with as many files as anybody has, and checksums beside the system's own program. */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-library-'));
  try {
    return [...(await runLibrary(folder)), ...(await runHash(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runLibrary(folder: string) {
  const home = join(folder, 'home');
  for (let index = 0; index < files; index += 1) {
    const inside = join(home, `folder ${index % 40}`);
    if (index < 40) mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, `model ${index}.gguf`), smallModel(`model ${index}`));
  }
  const modelsFolder = join(folder, 'models');
  const open = () =>
    createModelLibrary({
      modelsFolder,
      fileIndex: openFileIndex(modelsFolder),
      places: () => [home],
      changePlaces: async () => undefined,
    });
  const first = await time(() => open().refresh());
  const paints: number[] = [];
  const looks: number[] = [];
  const blocks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const library = open();
    paints.push(await time(() => library.known()));
    looks.push(await time(() => library.refresh()));
    // Apart from the times, since to watch the event loop costs some.
    const watched = open();
    blocks.push(await longestBlock(() => watched.known().then(() => watched.refresh())));
  }
  const name = `library of ${files} files`;
  return [
    { name: `${name}: first look`, value: first, unit: 'ms' },
    { name: `${name}: first paint from the cache`, value: median(paints), unit: 'ms', limit: paintLimit },
    { name: `${name}: a later look`, value: median(looks), unit: 'ms', limit: lookLimit },
    // Of all rounds the shortest: a block of ours is there every time, one of other programs is not.
    { name: `${name}: longest block of the event loop`, value: Math.min(...blocks), unit: 'ms', limit: BLOCK_LIMIT_MS },
  ];
}

/** One after the other in turns, so that what else the machine does falls on both. */
async function runHash(folder: string) {
  const path = join(folder, 'large.gguf');
  writeFileSync(path, Buffer.alloc(hashBytes, 'some bytes of a model '));
  const ratios: number[] = [];
  const blocks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const peer = await time(() => promisify(execFile)('sha256sum', [path]));
    ratios.push((await time(() => fileSha256(path))) / peer);
    blocks.push(await longestBlock(() => fileSha256(path)));
  }
  return [
    { name: 'checksum of 256 MB: ours / sha256sum', value: median(ratios), unit: 'ratio', limit: hashLimit },
    {
      name: 'checksum: longest block of the event loop',
      value: Math.min(...blocks),
      unit: 'ms',
      limit: BLOCK_LIMIT_MS,
    },
  ];
}

/** In ms. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
