import type { Run, RunConfiguration } from '../contract/runs.ts';
import { createPacer } from '../samples/pacer.ts';
import type { SetView } from '../samples/view/set-view.ts';
import { type Origin, uuidV7 } from '../uuid-v7.ts';
import { askedSha256 } from './asked-sha256.ts';
import { chooseSamples } from './choose-samples.ts';
import type { PlannedSample } from './run-files.ts';

/**
 * The runs of some configurations over a part of a set, and what each of them scores in which order: the samples as
 * they are now.
 * @throws Fault INVALID_REQUEST when the part is empty
 */
export async function makeRuns(
  view: SetView,
  part: Run['part'],
  configurations: readonly RunConfiguration[],
  origin: Origin,
): Promise<{ runs: Run[]; plan: PlannedSample[] }> {
  const pace = createPacer();
  const plan: PlannedSample[] = [];
  for (const sample of await chooseSamples(view, part, pace)) {
    plan.push([sample.id, askedSha256(sample)]);
    await pace();
  }
  const set_sha256 = await view.sha256(new Set(plan.map(([id]) => id)), pace);
  const runs = configurations.map(
    (configuration): Run => ({
      format: 1,
      id: uuidV7(origin),
      set_id: view.set.id,
      set_sha256,
      part,
      samples: plan.length,
      configuration,
      identity: null,
      state: 'queued',
      fault: null,
      created_at: origin.now().toISOString(),
      started_at: null,
      ended_at: null,
      wall_seconds: 0,
      cpu_seconds: 0,
      peak_memory_bytes: 0,
      tokens_evaluated: 0,
      tokens_reused: 0,
      drift: null,
      retried: false,
    }),
  );
  return { runs, plan };
}
