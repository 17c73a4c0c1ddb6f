import { Fault } from '../../../adapter/fault.ts';
import { writeConfigurationParts } from '../../../adapter/server/configuration-parts.ts';
import type { ConfigurationStore } from '../../configurations/configuration-store.ts';
import type { PlanAnswer, PlanRequest } from '../../contract/deployments.ts';
import type { FileIndex } from '../../models/file-index.ts';
import type { SampleStore } from '../../samples/store/sample-store.ts';
import { type Origin, uuidV7 } from '../../uuid-v7.ts';
import { identify } from '../aws/identify.ts';
import type { Aws } from '../aws/open-aws.ts';
import type { Plan } from '../plan/plan.ts';
import { planDeployment } from '../plan/plan-deployment.ts';
import type { ModelFacts, PlanFacts } from '../plan/plan-facts.ts';
import { typesOf } from '../plan/read-target.ts';
import { countSampleTokens } from './count-sample-tokens.ts';
import { listPrices } from './list-prices.ts';
import { planSha256 } from './plan-sha256.ts';
import { readCheckDecisions } from './read-check-decisions.ts';
import { readModelFacts } from './read-model-facts.ts';

/** What plans are made from besides a request. */
export interface PlannerParts {
  configurations: Pick<ConfigurationStore, 'get'>;
  samples: Pick<SampleStore, 'load'>;
  fileIndex: FileIndex;
  openAws: (place: { region: string; profile: string | null }) => Promise<Aws>;
  /** SHA-256 of the bundled source that images are built from. */
  imageSourceSha256: () => Promise<string>;
  /** The plan in force of a deployment. @throws Fault NOT_FOUND */
  planOf: (deploymentId: string) => Promise<Plan>;
  origin: Origin;
}

export interface Planner {
  /**
   * Gathers the facts and plans; makes nothing.
   * @throws Fault NOT_FOUND (configuration, samples, deployment), INVALID_REQUEST, MODEL_*, what a sign-in throws
   */
  plan(request: PlanRequest, signal?: AbortSignal): Promise<PlanAnswer>;
  /** A plan that was made since the start. @throws Fault CONFLICT */
  confirmed(sha256: string): Plan;
}

/** Plans that nobody confirmed yet: more than anybody compares. */
const MAX_PLANS = 50;
/** Samples that the time is estimated from. */
const MAX_ESTIMATED = 2000;

export function createPlanner(parts: PlannerParts): Planner {
  const plans = new Map<string, Plan>();
  return {
    async plan(request, signal = new AbortController().signal) {
      const before = request.update_of === null ? null : await parts.planOf(request.update_of);
      const plan = planDeployment(await gatherFacts(parts, request, before, signal));
      if (before !== null) requireSamePlace(before, plan);
      const sha256 = planSha256(plan);
      plans.set(sha256, plan);
      const [oldest] = plans.keys();
      if (plans.size > MAX_PLANS && oldest !== undefined) plans.delete(oldest);
      return { plan, sha256 };
    },
    confirmed(sha256) {
      const plan = plans.get(sha256);
      if (plan !== undefined) return plan;
      throw new Fault(
        'CONFLICT',
        'The plan that was confirmed is not known any more: the app was started again, or many were made since.',
        'Plan it again, and confirm what you see then.',
      );
    },
  };
}

async function gatherFacts(
  parts: PlannerParts,
  request: PlanRequest,
  before: Plan | null,
  signal: AbortSignal,
): Promise<PlanFacts> {
  const { target, decision, check } = request;
  if (before !== null) requireSameEndpoint(before, request);
  const saved = request.configuration_sha256 === null ? null : parts.configurations.get(request.configuration_sha256);
  const { repository, revision } = saved?.configuration.model ?? { repository: null, revision: null };
  const aws = await parts.openAws({ region: target.region, profile: target.profile });
  try {
    const caller = await identify(aws, signal);
    const decisions = await readCheckDecisions(check, MAX_ESTIMATED, parts.samples, signal);
    return {
      target,
      ...(request.only === undefined ? {} : { only: request.only }),
      deployment_id: before?.deployment_id ?? uuidV7(parts.origin),
      revision: before === null ? 0 : before.revision + 1,
      created_at: parts.origin.now().toISOString(),
      account: { id: caller.account, caller_arn: caller.arn, partition: caller.partition },
      decision,
      configuration:
        saved === null
          ? null
          : {
              sha256: saved.sha256,
              name: saved.name,
              model_sha256: saved.configuration.scoring.model_sha256,
              order: saved.configuration.scoring.order,
              fast: saved.configuration.scoring.mode === 'fast',
              parts: target.path === 'decisions' ? writeConfigurationParts(saved) : {},
            },
      model:
        request.only === 'image'
          ? nothingKnown
          : await readModelFacts(target.model, { repository, revision }, parts.fileIndex, signal),
      image_source_sha256: isBuilt(request) ? await parts.imageSourceSha256() : null,
      prices: await listPrices(aws, typesOf(target.instances), signal),
      samples: countSampleTokens(decisions),
      check,
    };
  } finally {
    aws.close();
  }
}

/** An image alone needs no model. */
const nothingKnown: ModelFacts = { files: [], repository: null, revision: null, parameters: null, manifest: null };

/** Whether CodeBuild has anything to do. */
function isBuilt({ target: { image, model } }: PlanRequest): boolean {
  return image.from === 'build' || model.from === 'hub';
}

/** An update changes what runs behind a name, and not the name. */
function requireSameEndpoint({ target: before }: Plan, { target }: PlanRequest): void {
  const same = before.name === target.name && before.region === target.region && before.path === target.path;
  if (same) return;
  const message = `The endpoint ${before.name} in ${before.region} is to be updated, and the plan is for ${target.name} in ${target.region}.`;
  throw new Fault('INVALID_REQUEST', message, 'Keep name, region and path, or make a new deployment.', {
    fields: [{ path: 'target.name', message: 'It is another endpoint, or another path.' }],
  });
}

/**
 * One journal, one account, one bucket: an undo looks there for all that was ever made.
 * @throws Fault CONFLICT
 */
function requireSamePlace(before: Plan, plan: Plan): void {
  if (before.account.id !== plan.account.id) {
    throw new Fault(
      'CONFLICT',
      `The endpoint ${before.target.name} is in the account ${before.account.id}, and you are signed in to ${plan.account.id}.`,
      'Sign in to its account, or make a new deployment in this one.',
    );
  }
  if (before.bucket === plan.bucket) return;
  const message = `The deployment has its files in the bucket ${before.bucket}, and ${plan.bucket} is chosen.`;
  throw new Fault('CONFLICT', message, 'Keep the bucket, or make a new deployment.', {
    fields: [{ path: 'target.bucket', message: 'It is another bucket.' }],
  });
}
