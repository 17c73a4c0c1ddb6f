import { expect, test } from 'vitest';
import { configurationSchema } from '../../../adapter/configuration/configuration.ts';
import golden from '../../../fixtures/golden/configuration.json' with { type: 'json' };
import {
  configurationName,
  type DraftConfiguration,
  modelLabels,
  repeatedConfigurations,
  toRunConfigurations,
  type Wording,
} from './draft-configuration.ts';

const engine = { gpuLayers: 0, threads: 1, contextTokens: 1024, mode: 'reproducible' } as const;
const draft: DraftConfiguration = {
  key: 1,
  model_path: '/m/a.gguf',
  readout: 'letters',
  prompt_version: 'question-first-v1',
  order: 'both-ways',
  wording: '',
  configuration: '',
};
const wordings: Wording[] = [
  {
    key: '3',
    label: 'shorter',
    question: {
      kind: 'choice',
      question: 'Where to?',
      options: [
        { id: 'a', description: '' },
        { id: 'b', description: '' },
      ],
    },
  },
];

function files(...names: string[]) {
  return names.map((file) => ({ path: `/m/${file}`, file }));
}

test('files of one model go by their quantisation, others by their names', () => {
  expect([...modelLabels(files('Smol-135M.Q8_0.gguf', 'Smol-135M-IQ4_XS.gguf')).values()]).toEqual(['Q8_0', 'IQ4_XS']);
  expect([...modelLabels(files('Smol.Q8_0.gguf', 'Other.Q8_0.gguf')).values()]).toEqual(['Smol.Q8_0', 'Other.Q8_0']);
  expect([...modelLabels(files('Smol.Q8_0.gguf', 'Smol-Q8_0.gguf')).values()]).toEqual(['Smol.Q8_0', 'Smol-Q8_0']);
});

test('a name says what is not left to the defaults', () => {
  expect(configurationName(draft, 'Q8_0', wordings)).toBe('Q8_0 · letters · question-first-v1 · both-ways');
  expect(configurationName({ ...draft, readout: 'texts', wording: '3' }, 'Q8_0', wordings)).toBe(
    'Q8_0 · texts · “shorter”',
  );
  expect(configurationName({ ...draft, readout: null, prompt_version: null, order: 'as-given' }, 'Q8_0', [])).toBe(
    'Q8_0',
  );
});

test('with texts no prompt and no order are asked for, and a wording is the question', () => {
  const [configuration] = toRunConfigurations(
    [{ ...draft, readout: 'texts', wording: '3' }],
    new Map([['/m/a.gguf', 'A']]),
    wordings,
    engine,
  );
  expect(configuration?.scoring).toMatchObject({ readout: 'texts', prompt_version: null, order: 'as-given' });
  expect(configuration?.question?.question).toBe('Where to?');
});

test('the same configuration twice is found', () => {
  const twice = toRunConfigurations(
    [draft, { ...draft, order: 'as-given' }, { ...draft, key: 9 }],
    new Map(),
    [],
    engine,
  );
  expect(repeatedConfigurations(twice)).toEqual([2]);
});

test('a saved configuration brings its own settings, and a name that tells it apart', () => {
  const configuration = configurationSchema.parse(golden.configuration);
  const saved = {
    name: 'Tickets',
    saved_at: '2026-03-01T08:00:00.000Z',
    sha256: golden.sha256,
    configuration,
  };
  const [run, plain] = toRunConfigurations(
    [{ ...draft, order: 'as-given', configuration: golden.sha256 }, draft],
    new Map([['/m/a.gguf', 'Q8_0']]),
    [],
    engine,
    [saved],
  );
  expect(run?.name).toBe(`Q8_0 · under Tickets · ${golden.sha256.slice(0, 8)}`);
  expect(run?.scoring).toEqual({
    readout: 'letters',
    prompt_version: 'direct-options-v2',
    template: 'builtin:chatml',
    order: 'both-ways',
    temperature: 1.25,
    configuration: golden.sha256,
  });
  expect(plain?.scoring.configuration).toBeNull();
});
