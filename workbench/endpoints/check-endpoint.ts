import { stat } from 'node:fs/promises';
import type { Decision } from '../../adapter/decision/decision.ts';
import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { ComparisonWithLocal } from '../contract/deployments.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import type { CheckSource } from '../deployment/plan/plan.ts';
import type { DeploymentPath } from '../deployment/plan/target.ts';
import { readCheckDecisions } from '../deployment/planning/read-check-decisions.ts';
import type { SampleStore } from '../samples/store/sample-store.ts';
import { chatScorer, decisionsScorer } from './ask-endpoint.ts';
import { compareWithLocal, type ScoreOne } from './compare-with-local.ts';
import type { WithLocalModel } from './local-model.ts';

export interface EndpointCheck {
  aws: Aws;
  name: string;
  path: DeploymentPath;
  source: CheckSource;
  samples: number;
  limit: number;
  /** GGUF file on this machine; null when it is not here. */
  model_path: string | null;
  configuration_sha256: string | null;
}

export interface CheckParts {
  samples: Pick<SampleStore, 'load'>;
  configurations: Pick<ConfigurationStore, 'get'>;
  withLocalModel: WithLocalModel;
}

/** Scores samples here and on an endpoint; where the model is not here, or the endpoint gives text, only there. */
export type CheckEndpoint = (
  check: EndpointCheck,
  signal: AbortSignal,
  onProgress?: (done: number, total: number) => void,
) => Promise<ComparisonWithLocal>;

export function createCheckEndpoint({ samples, configurations, withLocalModel }: CheckParts): CheckEndpoint {
  return async (check, signal, onProgress) => {
    const { aws, name, path, limit, configuration_sha256 } = check;
    const decisions: Decision[] = await readCheckDecisions(check.source, check.samples, samples, signal);
    const endpoint = path === 'decisions' ? decisionsScorer(aws, name) : chatScorer(aws, name);
    const compare = (local: ScoreOne | null) =>
      compareWithLocal({
        decisions,
        local,
        endpoint,
        limit,
        signal,
        ...(onProgress === undefined ? {} : { onProgress }),
      });
    const model = path === 'decisions' ? await existing(check.model_path) : null;
    if (model === null) return compare(null);
    const configuration = configuration_sha256 === null ? null : configurations.get(configuration_sha256).configuration;
    return withLocalModel({ path: model, configuration }, signal, compare);
  };
}

async function existing(path: string | null): Promise<string | null> {
  if (path === null) return null;
  return (await stat(path).catch(() => null)) === null ? null : path;
}
