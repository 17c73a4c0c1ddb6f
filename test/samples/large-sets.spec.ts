import { describe, expect, it } from 'vitest';
import { type ExportFormat, exportSamples } from '../../workbench/samples/exporting/export-samples.ts';
import { findDuplicates } from '../../workbench/samples/find-duplicates.ts';
import { noChoices } from '../../workbench/samples/importing/import-choices.ts';
import { importSamples } from '../../workbench/samples/importing/import-samples.ts';
import { createPacer } from '../../workbench/samples/pacer.ts';
import type { Sample } from '../../workbench/samples/sample.ts';
import { sampleSetSha256 } from '../../workbench/samples/sample-sha256.ts';
import { splitSamples } from '../../workbench/samples/split-samples.ts';
import { largeSet, largeTarget, ROWS, writeLargeCsv } from '../stand-ins/large-set.ts';
import { LOOSE_BLOCK_MS, longestBlock } from '../stand-ins/longest-block.ts';

const csv = writeLargeCsv();

// The bench event-loop holds the limit itself.
describe(`${ROWS} rows`, () => {
  let samples: Sample[] = [];

  it('are imported without holding the event loop', async () => {
    const told: number[] = [];
    const block = await longestBlock(async () => {
      const outcome = await importSamples({ name: 'large.csv', bytes: csv }, largeTarget, noChoices, {
        onProgress: ({ rows }) => told.push(rows),
      });
      samples = outcome.samples;
      expect(outcome.report).toMatchObject({ rows_read: ROWS, used: ROWS, labelled: ROWS, ready: true });
    });
    expect(told.at(-1)).toBe(ROWS);
    expect(told.length).toBeGreaterThan(10);
    expect(block).toBeLessThan(LOOSE_BLOCK_MS);
  }, 60_000);

  it.each<ExportFormat>(['csv', 'json', 'jsonl', 'jevl', 'parquet'])(
    'are exported as %s and read back without holding it',
    async (format) => {
      const pieces: Uint8Array[] = [];
      const writing = await longestBlock(async () => {
        for await (const piece of exportSamples(largeSet, samples, format, createPacer())) pieces.push(piece);
      });
      const bytes = Buffer.concat(pieces);
      const reading = await longestBlock(async () => {
        const { report } = await importSamples({ name: `large.${format}`, bytes }, largeTarget, noChoices);
        expect(report).toMatchObject({ used: ROWS, ready: true });
      });
      expect(writing, 'writing').toBeLessThan(LOOSE_BLOCK_MS);
      expect(reading, 'reading').toBeLessThan(LOOSE_BLOCK_MS);
    },
    60_000,
  );

  it('are hashed, split and searched for duplicates without holding it', async () => {
    const block = await longestBlock(async () => {
      await sampleSetSha256(samples, largeSet.binding, createPacer());
      expect((await splitSamples(samples, 0.5, createPacer())).size).toBe(ROWS);
      await findDuplicates(samples, createPacer());
    });
    expect(block).toBeLessThan(LOOSE_BLOCK_MS);
  }, 60_000);
});
