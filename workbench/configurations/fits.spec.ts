import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../adapter/fault.ts';
import { golden } from '../../fixtures/golden/statistics.ts';
import { buildNodeEntry } from '../../test/stand-ins/build-node-entry.ts';
import { LOOSE_BLOCK_MS } from '../../test/stand-ins/longest-block.ts';
import { type MadeRow, madeReading } from '../../test/stand-ins/run-readings.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import type { FitRequest } from '../contract/configurations.ts';
import { fitConfiguration } from './fit-configuration.ts';
import { createFits, type Fits } from './fits.ts';
import type { RunReading } from './run-reader.ts';
import { verifyConfiguration } from './verify-configuration.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const request: FitRequest = {
  run_id: '019c0000-0000-7000-8000-000000000001',
  temperature: true,
  prior: true,
  rule: { rule: 'target', accuracy: 0.7 },
  fallback: null,
};

/** The reference rows in both parts, as often as it takes. */
function readingOf(count: number): RunReading {
  const rows = Array.from({ length: count }, (_, index): MadeRow => {
    const row = golden.rows[index % golden.rows.length];
    if (row === undefined) throw new Error('no rows');
    return { label: row.label, probabilities: row.b, part: index % 2 === 0 ? 'tune' : 'test' };
  });
  return madeReading(golden.options, rows);
}

let built: Awaited<ReturnType<typeof buildNodeEntry>>;
let fits: Fits;
beforeAll(async () => {
  built = await buildNodeEntry('fit-worker', 'workbench/configurations/fit-worker.ts');
  fits = createFits(built.entry);
}, 60_000);
afterAll(() => built.remove());

describe('in a thread of its own', () => {
  it('a fit and a verification are what they are here', async () => {
    const reading = readingOf(900);
    const here = fitConfiguration(reading, request, now);
    expect(await fits.fit(reading, request, now)).toEqual(here);
    const verified = verifyConfiguration(here.configuration, reading);
    expect(await fits.verify(here.configuration, reading)).toEqual(verified);
  });

  it('what is refused is the same fault', async () => {
    const mixed = { ...readingOf(10), question: null };
    const fault = await fits.fit(mixed, request, now).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'run_id' }] });
    expect(fault).toHaveProperty('next', 'Choose a run over a set that is bound to one decision.');
  });

  it('others have their turn while it computes, and it can be cancelled', async () => {
    const reading = readingOf(10_000);
    const began = performance.now();
    const here = fitConfiguration(reading, request, now);
    const blocked = performance.now() - began;

    let done = false;
    let turns = 0;
    let longest = 0;
    const watch = async (): Promise<void> => {
      for (let last = performance.now(); !done; last = performance.now()) {
        await sleep(1);
        turns += 1;
        longest = Math.max(longest, performance.now() - last);
      }
    };
    const watching = watch();
    expect(await fits.fit(reading, request, now)).toEqual(here);
    done = true;
    await watching;
    expect(turns).toBeGreaterThan(10);
    // The bench fit holds the limit itself; here a busy machine must not matter.
    expect(longest).toBeLessThan(LOOSE_BLOCK_MS);

    const controller = new AbortController();
    const order: string[] = [];
    const cancelled = fits.fit(reading, request, now, controller.signal).then(
      () => order.push('fitted'),
      (error: unknown) => order.push(error instanceof Fault ? error.code : String(error)),
    );
    await sleep(blocked / 10);
    order.push('abort');
    controller.abort();
    await cancelled;
    expect(order).toEqual(['abort', 'CANCELLED']);
    await expect(fits.fit(reading, request, now, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  }, 60_000);
});

it('a thread that cannot answer is an error, and nothing waits for it', async () => {
  const folder = temporaryFolder();
  const silent = join(folder, 'silent.mjs');
  writeFileSync(silent, 'process.exit(3);');
  await expect(createFits(silent).fit(readingOf(10), request, now)).rejects.toThrow('ended with code 3');
  await expect(createFits(join(folder, 'none.js')).fit(readingOf(10), request, now)).rejects.toThrow('none.js');
});
