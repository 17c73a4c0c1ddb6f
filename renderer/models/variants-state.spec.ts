import { expect, it } from 'vitest';
import type { ModelEntry } from '../../workbench/contract/models.ts';
import { variants } from '../../workbench/models/variants/variants.ts';
import { variantsState } from './variants-state.ts';

type Known = Pick<ModelEntry, 'file' | 'origin' | 'fault'>;
const starter: Known = { file: 'starter.gguf', origin: 'starter', fault: null };
const all = variants.map(({ file }): Known => ({ file, origin: 'variant', fault: null }));

it.each<[string, Known[], ReturnType<typeof variantsState>]>([
  ['nothing', [], 'no-starter'],
  ['variants without their starter', all, 'no-starter'],
  ['the starter alone', [starter], 'missing'],
  ['all but one', [starter, ...all.slice(1)], 'missing'],
  [
    'one that a person added under its name',
    [starter, ...all.slice(1), { ...starter, file: variants[0]?.file ?? '', origin: 'added' }],
    'missing',
  ],
  ['all of them', [starter, ...all], 'complete'],
])('with %s', (_, models, state) => {
  expect(variantsState(models)).toBe(state);
});

it('makes a damaged one again, and none from a damaged starter', () => {
  const fault: ModelEntry['fault'] = {
    code: 'MODEL_UNREADABLE',
    message: 'It is damaged.',
    next: 'Replace it.',
    fields: [],
  };
  expect(variantsState([starter, ...all.map((one, index) => (index === 1 ? { ...one, fault } : one))])).toBe('missing');
  expect(variantsState([{ ...starter, fault }, ...all])).toBe('no-starter');
});
