import type { z } from 'zod';
import {
  comparisonWithLocalSchema,
  type Deployment,
  type DeploymentResourceState,
  type DeploymentStepState,
  readyReportSchema,
} from '../contract/deployments.ts';
import type { DeploymentState, ResourceRecord, StepRecord } from './journal/fold-journal.ts';
import type { Plan } from './plan/plan.ts';
import { stepsOf } from './plan/steps-of.ts';
import { typicalSeconds } from './typical-seconds.ts';

/** What is only known while a process works on it. */
export interface LiveSteps {
  work: 'deploy' | 'undo';
  words: Map<DeploymentStepState['step'], string>;
  progress: Map<DeploymentStepState['step'], NonNullable<DeploymentStepState['progress']>>;
}

/** A deployment as people see it; null for a journal that has no plan yet. @param live null when nobody works on it */
export function viewDeployment(
  id: string,
  state: DeploymentState,
  live: LiveSteps | null,
  logLines: number,
): Deployment | null {
  const { plan, plan_sha256, created_at, changed_at } = state;
  if (plan === null || plan_sha256 === null || created_at === null || changed_at === null) return null;
  const endpoint = [...state.resources.values()].find(({ resource }) => resource.kind === 'endpoint');
  return {
    id,
    plan,
    plan_sha256,
    state: live === null ? restingState(state) : live.work === 'deploy' ? 'running' : 'undoing',
    steps: state.steps.filter(({ step }) => stepsOf(plan).includes(step)).map((step) => viewStep(plan, step, live)),
    resources: [...state.resources.values()].map(viewResource),
    image_uri: textFact(state.facts.image_uri),
    instance_type: textFact(endpoint?.facts.instance_type),
    ready: jsonFact(state.facts.ready, readyReportSchema),
    check: jsonFact(state.facts.check, comparisonWithLocalSchema),
    fault: state.fault,
    created_at,
    updated_at: changed_at,
    costs_since: endpoint !== undefined && mayBeThere(endpoint) ? textFact(endpoint.facts.since) : null,
    rolling_back_to: textFact(endpoint?.facts.rolling_back_to),
    log_lines: logLines,
  };
}

/** Whether anything of it may be there that a deployment made or uses alone. */
export function mayBeThere({ presence }: Pick<ResourceRecord, 'presence'>): boolean {
  return presence === 'there' || presence === 'maybe';
}

/** Where it stands while nobody works on it: what a killed process was at is paused. */
function restingState({ status }: DeploymentState): Deployment['state'] {
  switch (status) {
    case 'planned':
    case 'running':
    case 'cancelled':
      return 'paused';
    case 'undoing':
    case 'undo-stopped':
      return 'undo-failed';
    default:
      return status;
  }
}

function viewStep(plan: Plan, record: StepRecord, live: LiveSteps | null): DeploymentStepState {
  const { step, state, started_at, ended_at, words, fault } = record;
  const isRunning = state === 'started' && live !== null;
  return {
    step,
    state: state === 'started' ? (isRunning ? 'running' : 'cancelled') : state,
    words: (isRunning ? live.words.get(step) : undefined) ?? words,
    progress: isRunning ? (live.progress.get(step) ?? null) : null,
    started_at,
    ended_at,
    typical_seconds: typicalSeconds(plan, step),
    fault,
  };
}

function viewResource({ resource, presence, made, fault }: ResourceRecord): DeploymentResourceState {
  const { key, kind, name, arn, price } = resource;
  return {
    key,
    kind,
    name,
    arn,
    state: resourceState(presence, made, fault !== null),
    costs: price.usd_per_hour !== 0,
    reason: fault?.message ?? null,
  };
}

function resourceState(
  presence: ResourceRecord['presence'],
  made: boolean,
  hasFault: boolean,
): DeploymentResourceState['state'] {
  switch (presence) {
    case 'not-made':
      return 'planned';
    case 'maybe':
      return 'unsure';
    case 'there':
      return made ? 'made' : 'adopted';
    case 'gone':
      return 'gone';
    case 'kept':
      return hasFault ? 'not-removed' : 'made';
  }
}

function textFact(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function jsonFact<T>(value: unknown, schema: z.ZodType<T>): T | null {
  if (typeof value !== 'string') return null;
  try {
    return schema.parse(JSON.parse(value));
  } catch {
    // Of another version of the app: nothing that would be worth a fault.
    return null;
  }
}
