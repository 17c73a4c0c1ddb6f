import { expect, it } from 'vitest';
import { runConfiguration } from '../../test/stand-ins/sample-sets.ts';
import { orderRuns } from './order-runs.ts';

it('puts the runs of one file together, and of these those with equal engine settings', () => {
  const run = (name: string, path: string, threads: number) => {
    const configuration = runConfiguration(path, { name });
    return { configuration: { ...configuration, engine: { ...configuration.engine, threads } } };
  };
  const runs = [run('1', '/a', 1), run('2', '/b', 1), run('3', '/a', 2), run('4', '/b', 1), run('5', '/a', 1)];
  expect(orderRuns(runs).map(({ configuration }) => configuration.name)).toEqual(['1', '5', '3', '2', '4']);
});
