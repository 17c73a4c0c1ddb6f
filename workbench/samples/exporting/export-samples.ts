import type { Pacer } from '../pacer.ts';
import type { Sample } from '../sample.ts';
import type { SampleSet } from '../sample-set.ts';
import { writeJevl } from './write-jevl.ts';
import { writeParquet } from './write-parquet.ts';
import { writeJsonDocument, writeJsonLines, writeTable } from './write-text-formats.ts';

export const exportFormats = ['csv', 'tsv', 'json', 'jsonl', 'jevl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

// Text is handed on in pieces of about this many characters.
const PIECE_LENGTH = 64 * 1024;

/**
 * A set as a file, in pieces of bytes. Importing it again gives the identical set: the same ids, evidence to the last
 * digit, labels, groups, notes, suggestions and questions. A CSV or TSV file cannot start a formula.
 * @throws Fault CANCELLED through the pacer
 */
export async function* exportSamples(
  set: SampleSet,
  samples: Iterable<Sample>,
  format: ExportFormat,
  pace: Pacer,
): AsyncGenerator<Uint8Array> {
  if (format === 'parquet') {
    yield await writeParquet(samples, pace);
    return;
  }
  const encoder = new TextEncoder();
  let piece = '';
  for (const text of writeAs(set, samples, format)) {
    piece += text;
    if (piece.length >= PIECE_LENGTH) {
      yield encoder.encode(piece);
      piece = '';
    }
    await pace();
  }
  if (piece !== '') yield encoder.encode(piece);
}

function writeAs(
  set: SampleSet,
  samples: Iterable<Sample>,
  format: Exclude<ExportFormat, 'parquet'>,
): Generator<string> {
  switch (format) {
    case 'csv':
      return writeTable(samples, ',');
    case 'tsv':
      return writeTable(samples, '\t');
    case 'json':
      return writeJsonDocument(set, samples);
    case 'jsonl':
      return writeJsonLines(samples);
    case 'jevl':
      return writeJevl(set, samples);
  }
}
