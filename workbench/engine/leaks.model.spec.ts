import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { buildNodeEntry } from '../../test/stand-ins/build-node-entry.ts';
import type { ResidentMemory } from '../../test/stand-ins/load-and-score.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';

const residentSchema: z.ZodType<ResidentMemory> = z.object({
  loads: z.array(z.number()).length(20),
  scores: z.array(z.number()).length(10),
});

/** Growth over the level after the third that is still none. */
const STEADY = 1.05;

it('keeps its memory through twenty loads of three models and a thousand scores', async () => {
  const { entry, remove } = await buildNodeEntry('load-and-score', 'test/stand-ins/load-and-score.ts');
  try {
    const models = [tinyPaths.llama, tinyPaths.hybrid, tinyPaths.slidingWindow];
    const args = ['--expose-gc', entry, temporaryFolder(), ...models];
    // One pool of the allocator: what it keeps in reserve for each thread comes and goes, and is no leak.
    const env = { ...process.env, MALLOC_ARENA_MAX: '1' };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const { loads, scores } = residentSchema.parse(JSON.parse(stdout));
    const inWords = [loads, scores].map((each) => each.map((bytes) => Math.round(bytes / 1e6)).join(' ')).join(' | ');
    expect(Math.min(...loads.slice(-3)), inWords).toBeLessThan(STEADY * (loads[2] ?? 0));
    expect(Math.min(...scores.slice(-3)), inWords).toBeLessThan(STEADY * (scores[2] ?? 0));
  } finally {
    remove();
  }
});
