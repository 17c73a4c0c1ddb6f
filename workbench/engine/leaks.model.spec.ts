import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { buildNodeEntry } from '../../test/stand-ins/build-node-entry.ts';
import type { ResidentMemory } from '../../test/stand-ins/load-and-score.ts';

const residentSchema: z.ZodType<ResidentMemory> = z.object({
  loads: z.array(z.number()).length(20),
  scores: z.array(z.number()).length(10),
});

/** Growth over the level after the third that is still none. */
const STEADY = 1.05;

/** The level at the end over that after the third, of loads and of scores. */
async function growth(entry: string): Promise<{ largest: number; words: string }> {
  const models = [tinyPaths.llama, tinyPaths.hybrid, tinyPaths.slidingWindow];
  const folder = mkdtempSync(join(tmpdir(), 'workbench-'));
  // One pool of the allocator: what it keeps in reserve for each thread comes and goes, and is no leak.
  const env = { ...process.env, MALLOC_ARENA_MAX: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', entry, folder, ...models], { env });
  rmSync(folder, { recursive: true, force: true });
  const { loads, scores } = residentSchema.parse(JSON.parse(stdout));
  const of = (levels: readonly number[]) => Math.min(...levels.slice(-3)) / (levels[2] ?? 0);
  const words = [loads, scores].map((each) => each.map((bytes) => Math.round(bytes / 1e6)).join(' ')).join(' | ');
  return { largest: Math.max(of(loads), of(scores)), words };
}

it('keeps its memory through twenty loads of three models and a thousand scores', async () => {
  const { entry, remove } = await buildNodeEntry('load-and-score', 'test/stand-ins/load-and-score.ts');
  try {
    let { largest, words } = await growth(entry);
    // Once in a while the JavaScript engine takes some MB for good in the middle; a leak is there every time.
    if (largest >= STEADY) ({ largest, words } = await growth(entry));
    expect(largest, words).toBeLessThan(STEADY);
  } finally {
    remove();
  }
});
