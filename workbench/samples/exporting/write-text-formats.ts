import { writeJson } from '../../../adapter/json/write-json.ts';
import { GUARDED_FORMAT, type OwnColumn, ownColumns } from '../formats/workbench-table.ts';
import { OWN_DOCUMENT } from '../importing/own-document.ts';
import type { Sample } from '../sample.ts';
import type { SampleSet } from '../sample-set.ts';
import { guardFormula } from './formula-guard.ts';
import { type Member, plainToJson, questionToJson, sampleToJson, string, suggestionToJson } from './sample-json.ts';

/** The cells of a sample in our own tables, not yet guarded. */
export function sampleCells(sample: Sample): Record<Exclude<OwnColumn, 'sample_format'>, string> {
  const tags = Object.entries(sample.tags);
  const tagNode = {
    kind: 'object' as const,
    members: tags.map(([key, value]): Member => ({ key, value: string(value) })),
  };
  return {
    id: sample.id,
    evidence: sample.evidence.text,
    evidence_format: sample.evidence.format,
    label: sample.label ?? '',
    group: sample.group ?? '',
    note: sample.note,
    disputed: String(sample.disputed),
    suggestion: sample.suggestion === null ? '' : writeJson(suggestionToJson(sample.suggestion)),
    decision: sample.question === null ? '' : writeJson(questionToJson(sample.question)),
    tags: tags.length === 0 ? '' : writeJson(tagNode),
  };
}

/**
 * A table with a header (RFC 4180, CR LF): no cell can start a formula in a spreadsheet program. With a byte-order mark,
 * without which such programs on Windows take UTF-8 for something else.
 */
export function* writeTable(samples: Iterable<Sample>, separator: ',' | '\t'): Generator<string> {
  yield `\uFEFF${ownColumns.join(separator)}\r\n`;
  for (const sample of samples) {
    const cells = sampleCells(sample);
    const row = ownColumns.map((column) => {
      const cell = column === 'sample_format' ? GUARDED_FORMAT : guardFormula(cells[column]);
      return quote(cell, separator);
    });
    yield `${row.join(separator)}\r\n`;
  }
}

function quote(cell: string, separator: string): string {
  // Quotes also keep white space at the ends, which some readers trim.
  const needs = /["\r\n]|^\s|\s$/u.test(cell) || cell.includes(separator);
  return needs ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A sample a line. */
export function* writeJsonLines(samples: Iterable<Sample>): Generator<string> {
  for (const sample of samples) yield `${writeJson(sampleToJson(sample))}\n`;
}

/** One document: what the set is, then its samples, one a line. */
export function* writeJsonDocument(set: SampleSet, samples: Iterable<Sample>): Generator<string> {
  const head = [
    `"format": ${JSON.stringify(OWN_DOCUMENT)}`,
    '"version": 1',
    `"name": ${JSON.stringify(set.name)}`,
    `"tune_share": ${set.tune_share}`,
    `"binding": ${writeJson(plainToJson(set.binding))}`,
  ];
  yield `{\n  ${head.join(',\n  ')},\n  "samples": [`;
  let separator = '\n    ';
  for (const sample of samples) {
    yield `${separator}${writeJson(sampleToJson(sample))}`;
    separator = ',\n    ';
  }
  yield separator === '\n    ' ? ']\n}\n' : '\n  ]\n}\n';
}
