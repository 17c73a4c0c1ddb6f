import type { ImportTarget } from '../../workbench/samples/importing/import-choices.ts';
import type { SampleQuestion } from '../../workbench/samples/sample.ts';
import type { SampleSet } from '../../workbench/samples/sample-set.ts';

/** As many as the app promises to stay usable with. */
export const ROWS = 100_000;

const labels = ['billing', 'account_access', 'sales'];
const question: SampleQuestion = {
  kind: 'choice',
  question: 'Which?',
  options: labels.map((id) => ({ id, description: '' })),
};

export const largeTarget: ImportTarget = { kind: 'bound', decision: null, question };

/** The set that the file becomes. */
export const largeSet: SampleSet = {
  format: 1,
  id: '01932d5e-7a00-7000-8000-000000000001',
  name: 'large',
  binding: { kind: 'bound', decision: null, question },
  tune_share: 0.5,
  created_at: '2026-11-29T00:00:00.000Z',
  changed_at: '2026-11-29T00:00:00.000Z',
};

/** A CSV file of that many labelled rows, in quotes and groups, as UTF-8. */
export function writeLargeCsv(): Uint8Array {
  const lines = Array.from(
    { length: ROWS },
    (_, row) =>
      `t-${row},"Customer ${row} writes that the invoice of ${row % 28}.11. is wrong, again",${labels[row % 3]},g${row % 997}\n`,
  );
  return new TextEncoder().encode(`id,text,expected,group\n${lines.join('')}`);
}
