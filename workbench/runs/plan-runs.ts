import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { Run, RunConfiguration } from '../contract/runs.ts';
import type { SetViews } from '../samples/view/set-views.ts';
import type { Origin } from '../uuid-v7.ts';
import { checkRunRequest } from './check-run-request.ts';
import { makeRuns } from './make-runs.ts';
import type { Environment } from './remote/check-remote.ts';

/** What to score with what. */
export interface RunRequest {
  set_id: string;
  part: Run['part'];
  configurations: RunConfiguration[];
}

export interface RunPlanning {
  views: SetViews;
  configurations: Pick<ConfigurationStore, 'list'>;
  /** In which keys of servers are, by the names that configurations give. */
  environment: Environment;
  origin: Origin;
}

/**
 * The runs of a request, checked, and what each of them scores. Nothing is stored.
 * @throws Fault NOT_FOUND, INVALID_REQUEST with all that is wrong
 */
export async function planRuns({ set_id, part, configurations }: RunRequest, planning: RunPlanning) {
  const { views, environment, origin } = planning;
  const view = await views.get(set_id);
  const isSaved = (sha256: string) => planning.configurations.list().some((saved) => saved.sha256 === sha256);
  const checked = checkRunRequest(view.set.binding, configurations, isSaved, environment);
  return makeRuns(view, part, checked, origin);
}
