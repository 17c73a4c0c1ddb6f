import { expect, test } from 'vitest';
import { noColumns } from '../../../workbench/samples/formats/sample-format.ts';
import { noChoices } from '../../../workbench/samples/importing/import-choices.ts';
import { changeChoices, openChoices } from './import-state.ts';

test('nothing decided is what the workbench takes for nothing decided', () => {
  expect(openChoices).toEqual(noChoices);
});

const decided = {
  ...openChoices,
  separator: ';' as const,
  columns: noColumns,
  reading: 'index-1' as const,
  labels: [{ text: 'x', option: null }],
  leave_out_faulty: true,
};

test('another separator makes other columns: what was said of them is forgotten, the file’s own choices are not', () => {
  const changed = changeChoices({ ...decided, encoding: 'utf-16le' }, { separator: ',' });
  expect(changed).toEqual({ ...openChoices, separator: ',', encoding: 'utf-16le' });
});

test('another format keeps how the file is read', () => {
  const changed = changeChoices(decided, { format: 'promptfoo' });
  expect(changed).toEqual({ ...openChoices, separator: ';', format: 'promptfoo' });
});

test('another column of labels asks about labels anew', () => {
  const changed = changeChoices(decided, { columns: { ...noColumns, label: 'queue' } });
  expect(changed).toMatchObject({ reading: null, labels: [], ignore_case_and_space: null, leave_out_faulty: true });
  expect(changed.columns?.label).toBe('queue');
});

test('an answer to one question leaves the others', () => {
  expect(changeChoices(decided, { annotations: 'first' })).toEqual({ ...decided, annotations: 'first' });
});
