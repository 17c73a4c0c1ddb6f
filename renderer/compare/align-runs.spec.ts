import { expect, test } from 'vitest';
import type { EvaluationSample, Run, RunRow, RunSummary } from '../../workbench/contract/runs.ts';
import type { SampleSet } from '../../workbench/samples/sample-set.ts';
import { correctness } from '../../workbench/statistics/predictions.ts';
import { joinRun } from '../runs/join-run.ts';
import { runOptions, setOptions } from '../runs/run-options.ts';
import { alignRuns, describeAlignment } from './align-runs.ts';

const question = {
  kind: 'choice' as const,
  question: 'Which?',
  options: [
    { id: 'a', description: '' },
    { id: 'b', description: '' },
  ],
};
const set: SampleSet = {
  format: 1,
  id: 'set',
  name: 'set',
  binding: { kind: 'bound', decision: null, question },
  tune_share: 0.5,
  created_at: '2026-11-28T10:00:00Z',
  changed_at: '2026-11-28T10:00:00Z',
};
const samples: EvaluationSample[] = ['a', 'b', 'a', 'b'].map((label, at) => ({
  id: `s${at}`,
  label,
  group: null,
  part: 'test',
  disputed: false,
  excerpt: '',
  options: null,
  kind: null,
}));

function scored(sample: string, probabilities: number[]): RunRow {
  return {
    status: 'scored',
    sample,
    probabilities,
    logits: probabilities,
    option_mass: null,
    order_flip: null,
    input_tokens: 1,
    evaluated_tokens: 1,
    seconds: 1,
    prompt_sha256: '',
  };
}

function run(rows: RunRow[], change: Partial<Run> = {}, asked: Run['configuration']['question'] = null, of = samples) {
  const made: Run = {
    format: 1,
    id: `run ${rows.length}`,
    set_id: 'set',
    set_sha256: 'x',
    part: 'all',
    samples: 4,
    configuration: {
      name: 'n',
      model_path: '/m',
      scoring: {
        readout: null,
        prompt_version: null,
        template: null,
        order: 'as-given',
        temperature: null,
        configuration: null,
      },
      question: asked,
      engine: { gpuLayers: 0, threads: 1, contextTokens: 512, mode: 'reproducible' },
    },
    identity: null,
    state: 'done',
    fault: null,
    created_at: '2026-11-28T10:00:00Z',
    started_at: null,
    ended_at: null,
    wall_seconds: 0,
    cpu_seconds: 0,
    peak_memory_bytes: 0,
    tokens_evaluated: 0,
    tokens_reused: 0,
    drift: null,
    ...change,
  };
  const summary: RunSummary = {
    run: made,
    scored: rows.length,
    failed: 0,
    seconds_left: null,
    samples_per_second: null,
    job: null,
  };
  const byId = new Map(rows.map((row) => [row.sample, row]));
  const filter = { part: 'all', disputed: true } as const;
  return { summary, joined: joinRun(of, byId, setOptions(set), runOptions(made, set), filter) };
}

test('only samples that all runs have scored are paired, in one order', () => {
  const whole = run(samples.map(({ id }) => scored(id, [0.9, 0.1])));
  const failed: RunRow = {
    status: 'failed',
    sample: 's1',
    seconds: 0,
    fault: { code: 'ENGINE_FAILED', message: 'It stopped.', next: 'Try again.', fields: [] },
  };
  // Scored in another order, one failed, one not there yet.
  const part = run([scored('s3', [0.2, 0.8]), failed, scored('s0', [0.4, 0.6])]);
  const aligned = alignRuns([whole, part], set);
  expect(aligned.n).toBe(2);
  expect(aligned.runs.map(({ judged }) => judged.map(({ sample }) => sample.id))).toEqual([
    ['s0', 's3'],
    ['s0', 's3'],
  ]);
  expect(aligned.runs.map(({ left }) => left.length)).toEqual([2, 0]);
  expect(describeAlignment(aligned)).toContain('2 samples that both have scored');
});

test('options in another order are the same options', () => {
  const turned = { ...question, options: question.options.toReversed() };
  const aligned = alignRuns(
    [
      run(samples.map(({ id }) => scored(id, [0.9, 0.1]))),
      run(
        samples.map(({ id }) => scored(id, [0.9, 0.1])),
        {},
        turned,
      ),
    ],
    set,
  );
  expect(aligned.refusals).toEqual([]);
  expect([...correctness(aligned.runs[0]?.predictions ?? neverPredictions)]).toEqual([1, 0, 1, 0]);
  expect([...correctness(aligned.runs[1]?.predictions ?? neverPredictions)]).toEqual([0, 1, 0, 1]);
});

const neverPredictions = { options: [], labels: new Int32Array(), probabilities: new Float64Array() };

test('other option ids are refused with both lists, and the rest is compared', () => {
  const other = { ...question, options: [...question.options, { id: 'c', description: '' }] };
  const aligned = alignRuns(
    [run(samples.map(({ id }) => scored(id, [0.9, 0.1]))), run([scored('s0', [0.3, 0.3, 0.4])], {}, other)],
    set,
  );
  expect(aligned.runs).toHaveLength(1);
  expect(aligned.refusals[0]?.why).toContain('(a, b, c) than the samples have (a, b)');
});

test('samples that were changed between runs are a caution, another part is none', () => {
  const rows = samples.map(({ id }) => scored(id, [0.9, 0.1]));
  expect(alignRuns([run(rows), run(rows, { set_sha256: 'y' })], set).cautions).toHaveLength(1);
  expect(alignRuns([run(rows), run(rows, { set_sha256: 'y', part: 'test' })], set).cautions).toEqual([]);
});

test('a run that read other evidence than a newer one is refused, with where', () => {
  const asked = (hashes: string[]) =>
    samples.map(({ id }, at): RunRow => ({ ...scored(id, [0.9, 0.1]), sample_sha256: hashes[at] ?? '' }));
  const gone: RunRow = {
    status: 'failed',
    sample: 's2',
    sample_sha256: 'old',
    seconds: 0,
    fault: { code: 'CONFLICT', message: 'It was changed.', next: 'Run it again.', fields: [] },
  };
  // Whether a row can still be used does not matter: what it read is another thing.
  const [one, two, , four] = asked(['1', '2', '3', 'other']);
  const old = run([one ?? gone, two ?? gone, gone, four ?? gone], { id: 'old', created_at: '2026-11-27T10:00:00Z' });
  const newer = run(asked(['1', '2', '3', '4']), { id: 'new' });
  const aligned = alignRuns([old, newer], set);
  expect(aligned.runs.map(({ summary }) => summary.run.id)).toEqual(['new']);
  expect(aligned.refusals).toEqual([
    { run: old.summary.run, ids: ['s2', 's3'], why: expect.stringContaining('in 2 samples (s2, s3)') },
  ]);
  // Alone it is shown, and of equal evidence nothing is said.
  expect(alignRuns([old], set).refusals).toEqual([]);
  expect(alignRuns([newer, run(asked(['1', '2', '3', '4']), { id: 'again' })], set).refusals).toEqual([]);
});

test('other evidence of a sample that nobody has labelled, or that the filter leaves out, is no matter', () => {
  const rows = (last: string) =>
    samples.map(({ id }, at): RunRow => ({ ...scored(id, [0.9, 0.1]), sample_sha256: at === 3 ? last : 'same' }));
  const unlabelled = samples.map((sample, at) => (at === 3 ? { ...sample, label: null } : sample));
  const aligned = alignRuns([run(rows('x'), { id: 'x' }, null, unlabelled), run(rows('y'), {}, null, unlabelled)], set);
  expect(aligned.refusals).toEqual([]);
  expect(aligned.n).toBe(3);
});

test('nothing in common is said', () => {
  const aligned = alignRuns([run([scored('s0', [0.9, 0.1])]), run([scored('s1', [0.9, 0.1])])], set);
  expect(aligned.n).toBe(0);
  expect(describeAlignment(aligned)).toContain('no sample that both have scored');
});
