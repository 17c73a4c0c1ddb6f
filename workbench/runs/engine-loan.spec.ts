import { expect, it } from 'vitest';
import { fakeEngine } from '../../test/stand-ins/fake-engine.ts';
import { createEngineLoan } from './engine-loan.ts';

const settings = { gpuLayers: 0, threads: 1, contextTokens: 2048, mode: 'reproducible' } as const;
const run = () => ({ job: 'job', signal: new AbortController().signal });
const byPerson = { job: 'person', signal: new AbortController().signal, onProgress: () => undefined };

it('loads what is asked for, unless it is there with these very settings', async () => {
  const engine = fakeEngine();
  const loan = createEngineLoan(engine);
  await loan.load('/a', settings, run());
  await loan.load('/a', { ...settings }, run());
  await loan.load('/a', { ...settings, threads: 2 }, run());
  expect(engine.loads.map(({ path, settings: { threads } }) => [path, threads])).toEqual([
    ['/a', 1],
    ['/a', 2],
  ]);
  expect(loan.takeBack()).toBeNull();
});

it('remembers what a person had loaded, and tells it once', async () => {
  const engine = fakeEngine();
  const loan = createEngineLoan(engine);
  await engine.load('/mine', settings, byPerson);
  await loan.load('/a', settings, run());
  await loan.load('/b', settings, run());
  expect(loan.displaced()).toBe('/mine');
  expect(loan.takeBack()).toBe('/mine');
  expect(loan.takeBack()).toBeNull();
});

it('remembers it through a load that fails', async () => {
  const engine = fakeEngine();
  const loan = createEngineLoan(engine);
  await engine.load('/mine', settings, byPerson);
  await expect(loan.load('/bad', settings, run())).rejects.toMatchObject({ code: 'MODEL_UNREADABLE' });
  expect(loan.takeBack()).toBe('/mine');
});

it('leaves what a person chose meanwhile', async () => {
  const engine = fakeEngine();
  const loan = createEngineLoan(engine);
  await engine.load('/mine', settings, byPerson);
  await loan.load('/a', settings, run());
  await engine.load('/new', settings, byPerson);
  expect(loan.takeBack()).toBeNull();
  await engine.load('/newest', settings, byPerson);
  await loan.load('/a', settings, run());
  expect(loan.displaced()).toBe('/newest');
});

it('has nothing to give back when a run uses what a person had loaded', async () => {
  const engine = fakeEngine();
  const loan = createEngineLoan(engine);
  await engine.load('/mine', settings, byPerson);
  await loan.load('/mine', { ...settings }, run());
  expect(engine.loads).toHaveLength(1);
  expect(loan.takeBack()).toBeNull();
});
