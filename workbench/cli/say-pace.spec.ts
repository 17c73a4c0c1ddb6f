import { expect, it } from 'vitest';
import type { JobState } from '../contract/jobs.ts';
import { sayPace } from './say-pace.ts';

const run = (state: JobState, samples: number, done = 0, samples_per_second: number | null = null, failed = 0) => ({
  run: { state, samples },
  scored: done - failed,
  failed,
  samples_per_second,
});

it.each([
  ['nothing runs', [run('queued', 10)], ''],
  ['no pace is known yet', [run('running', 10)], ''],
  ['one runs', [run('running', 100, 60, 2)], '2.0 a second, about 20 s left'],
  ['failed samples are done too', [run('running', 100, 60, 2, 10)], '2.0 a second, about 20 s left'],
  ['a slow one runs', [run('running', 10, 4, 0.25)], '4.0 s a sample, about 24 s left'],
  ['others wait', [run('running', 100, 60, 2), run('queued', 300)], '2.0 a second, about 3 min left'],
  ['others ended', [run('cancelled', 900, 3, 9), run('running', 100, 60, 2)], '2.0 a second, about 20 s left'],
  ['it takes long', [run('running', 20_000, 0, 2)], '2.0 a second, about 2 h 47 min left'],
])('%s', (_, runs, words) => {
  expect(sayPace(runs)).toBe(words);
});
