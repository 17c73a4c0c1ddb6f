import { expect, it } from 'vitest';
import { suggestedName } from './suggested-name.ts';

const none = { names: { decisions: null, standard: null } };
const file = { path: 'decisions', modelFrom: 'file', modelPath: '' } as const;

it('is that of the environment, where there is one', () => {
  const named = { names: { decisions: 'from-the-environment', standard: null } };
  expect(suggestedName(file, named, undefined)).toBe('from-the-environment');
});

it('is of the configuration, else of the model file, in characters that the service takes', () => {
  expect(suggestedName(file, none, { name: 'Support tickets, Q4_1!' })).toBe('decision-support-tickets-q4-1');
  const of = (modelPath: string) => suggestedName({ ...file, modelPath }, none, undefined);
  expect(of('/models/SmolLM2-135M-Instruct.Q4_1.gguf')).toBe('decision-smollm2-135m-instruct-q4-1');
  expect(of('C:\\models\\tickets.GGUF')).toBe('decision-tickets');
  expect(of('/models/данные.gguf')).toBe('decision-workbench');
  expect(of(`/models/${'long-'.repeat(20)}.gguf`).length).toBeLessThanOrEqual(45);
});

it('is of the path, where no file of this machine is meant', () => {
  expect(suggestedName(file, none, undefined)).toBe('decision-decisions');
  expect(suggestedName({ ...file, modelFrom: 'hub', modelPath: '/a.gguf' }, none, undefined)).toBe(
    'decision-decisions',
  );
  expect(suggestedName({ ...file, path: 'standard', modelPath: '/a.gguf' }, none, undefined)).toBe('decision-standard');
});
