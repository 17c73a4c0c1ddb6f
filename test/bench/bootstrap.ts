import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { bootstrapMeans, type Resampling } from '../../workbench/statistics/bootstrap.ts';

const samples = 10_000;
const draws = 2000;
const rounds = 7;

interface BootstrapRequest {
  columns: Float64Array[];
  resampling: Resampling;
}

// This very file, started again, is the worker.
parentPort?.on('message', ({ columns, resampling }: BootstrapRequest) =>
  parentPort?.postMessage(bootstrapMeans(columns, resampling)),
);

/** SciPy's own: the vectorised mean of the differences, in batches that fit the cache, which is its fastest way. */
const script = `
import numpy, time
from scipy.stats import bootstrap
differences = numpy.random.default_rng(1).normal(size=${samples})
times = []
for _ in range(${rounds}):
    start = time.perf_counter()
    bootstrap((differences,), numpy.mean, n_resamples=${draws}, method='percentile', vectorized=True, batch=100)
    times.append(time.perf_counter() - start)
print(min(times))
`;

/** Paired bootstrap in a worker, message and answer included, against SciPy on the same machine in the same minute. */
export async function run() {
  if (!isMainThread) return [];
  const worker = new Worker(new URL(import.meta.url));
  const times: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const column = Float64Array.from({ length: samples }, (_, i) => Math.sin(i * 12.9898));
      const resampling: Resampling = { seed: round, draws };
      const start = performance.now();
      worker.postMessage({ columns: [column], resampling } satisfies BootstrapRequest, [column.buffer]);
      await once(worker, 'message');
      times.push((performance.now() - start) / 1000);
    }
  } finally {
    await worker.terminate();
  }
  const ours = Math.min(...times);
  const name = `paired bootstrap, ${samples} samples × ${draws} draws`;
  const figures: { name: string; value: number; unit: string; limit?: number }[] = [
    { name: `${name}: ours`, value: ours, unit: 's' },
  ];
  const scipy = timeScipy();
  if (scipy === null) {
    console.error('SciPy was not found (python3 -m pip install scipy): the bootstrap is reported without its limit.');
    return figures;
  }
  return [...figures, { name: `${name}: ours / SciPy`, value: ours / scipy, unit: 'ratio', limit: 1 }];
}

/** Seconds of SciPy's fastest round; null where no Python has it. */
function timeScipy(): number | null {
  for (const python of [join(process.cwd(), '.cache/venv/bin/python'), 'python3']) {
    try {
      return Number(execFileSync(python, ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    } catch {
      // The next Python may have it.
    }
  }
  return null;
}
