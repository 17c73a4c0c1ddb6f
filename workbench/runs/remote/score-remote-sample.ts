import { asFault } from '../../../adapter/fault.ts';
import type { Run, RunRow } from '../../contract/runs.ts';
import type { Sample } from '../../samples/sample.ts';
import { askSample } from '../ask-sample.ts';
import { isRowFault } from '../judge-row-fault.ts';
import type { PlannedSample } from '../run-files.ts';
import { changedSince, type ScoredSample } from '../score-samples.ts';
import { type RemoteScorer, SampleRefused } from './remote-scorer.ts';

/** Characters of a sample's hash that stand for its id: a name in the workspace is nobody else's business. */
const ID_LENGTH = 16;

/**
 * Scores one sample of a run's plan elsewhere. What is a matter of this sample alone becomes a failed row.
 * @throws Fault for all that ends the run
 */
export async function scoreRemoteSample(
  [id, sha256]: PlannedSample,
  scoring: { run: Run; samples: ReadonlyMap<string, Sample>; remote: RemoteScorer },
): Promise<ScoredSample> {
  const { run, samples, remote } = scoring;
  const sample = samples.get(id);
  const changed = changedSince(sample, sha256);
  const failed = (fault: ReturnType<typeof asFault>, seconds: number) =>
    withoutResult({ status: 'failed', sample: id, fault: fault.toData(), seconds });
  if (changed !== null) return failed(changed, 0);
  if (sample === undefined) throw new Error('A sample that is not there was taken for unchanged');
  try {
    const decision = askSample(sample, run.configuration.question);
    const { answer, seconds } = await remote.score({ ...decision, id: sha256.slice(0, ID_LENGTH) });
    const { by: _, ...row } = answer;
    return withoutResult({ status: 'scored', sample: id, ...row, seconds });
  } catch (error) {
    if (error instanceof SampleRefused) return failed(error.fault, error.seconds);
    const fault = asFault(error);
    if (!isRowFault(fault)) throw fault;
    return failed(fault, 0);
  }
}

function withoutResult(row: RunRow): ScoredSample {
  return { row, result: null, settings: null, scoring: null };
}
