import type { FaultData } from '../../../adapter/fault.ts';
import { type DeploymentStepName, deploymentSteps } from '../../contract/deployments.ts';
import type { Plan } from '../plan/plan.ts';
import type { Resource } from '../plan/resource.ts';
import { type DeploymentStatus, nextDeploymentStatus } from './deployment-status.ts';
import type { Facts, JournalEntry } from './entry.ts';

/**
 * Whether a thing is there, as far as the journal knows. `maybe`: something was begun whose outcome is unknown, so only a
 * look tells.
 */
export type Presence = 'not-made' | 'maybe' | 'there' | 'gone' | 'kept';

export interface ResourceRecord {
  resource: Resource;
  presence: Presence;
  /** Whether a deployment of ours made it, or found it there. */
  made: boolean;
  /** All that was learned of it; what was learned later goes before. */
  facts: Facts;
  /** Of the last effect that failed; null when the last one did not. */
  fault: FaultData | null;
}

export interface StepRecord {
  step: DeploymentStepName;
  state: 'waiting' | 'started' | 'done' | 'failed' | 'cancelled';
  started_at: string | null;
  ended_at: string | null;
  /** What it did, for people; empty while nothing was said. */
  words: string;
  fault: FaultData | null;
}

/** What the lines of a journal add up to. */
export interface DeploymentState {
  /** The last confirmed; null for a journal without a plan. */
  plan: Plan | null;
  plan_sha256: string | null;
  /** All plans, the first one first: an update is one more. */
  plans: Plan[];
  status: DeploymentStatus;
  steps: StepRecord[];
  /** By key, in the order of the plans; what several plans share stands once. */
  resources: Map<string, ResourceRecord>;
  /** What was learned of the whole. */
  facts: Facts;
  fault: FaultData | null;
  created_at: string | null;
  changed_at: string | null;
}

export function emptyState(): DeploymentState {
  return {
    plan: null,
    plan_sha256: null,
    plans: [],
    status: 'planned',
    steps: freshSteps(),
    resources: new Map(),
    facts: {},
    fault: null,
    created_at: null,
    changed_at: null,
  };
}

/** Folds lines into a state. @throws Fault CONFLICT for lines that cannot follow each other */
export function foldJournal(entries: readonly JournalEntry[]): DeploymentState {
  const state = emptyState();
  for (const entry of entries) foldEntry(state, entry);
  return state;
}

/** @throws Fault CONFLICT for a line that cannot follow */
export function assertFollows(state: DeploymentState, entry: JournalEntry): void {
  if (entry.type === 'planned' && state.plan !== null) nextDeploymentStatus(state.status, 'plan');
  if (entry.type === 'begun') nextDeploymentStatus(state.status, entry.work);
  if (entry.type === 'ended') nextDeploymentStatus(state.status, entry.how);
}

/** Adds one line to a state, in place. @throws Fault CONFLICT when it cannot follow; the state is then as it was */
export function foldEntry(state: DeploymentState, entry: JournalEntry): void {
  if (entry.type === 'planned') plan(state, entry);
  else if (entry.type === 'begun') {
    if (state.status === 'undone' && entry.work === 'deploy') startAfresh(state);
    state.status = nextDeploymentStatus(state.status, entry.work);
    state.fault = null;
  } else if (entry.type === 'ended') {
    state.status = nextDeploymentStatus(state.status, entry.how);
    state.fault = entry.fault;
  } else if (entry.type === 'step') foldStep(state, entry);
  else foldEffect(state, entry);
  state.created_at ??= entry.at;
  state.changed_at = entry.at;
}

function plan(state: DeploymentState, entry: Extract<JournalEntry, { type: 'planned' }>): void {
  if (state.plan !== null) state.status = nextDeploymentStatus(state.status, 'plan');
  state.plan = entry.plan;
  state.plan_sha256 = entry.plan_sha256;
  state.plans.push(entry.plan);
  startAfresh(state);
  state.fault = null;
  for (const resource of entry.plan.resources) {
    const known = state.resources.get(resource.key);
    if (known !== undefined) known.resource = ownedAs(resource, known);
    else {
      state.resources.set(resource.key, { resource, presence: 'not-made', made: false, facts: {}, fault: null });
    }
  }
}

/** What we made stays ours to remove, also when a later plan names it as one that is given. */
function ownedAs(planned: Resource, { resource, made, presence }: ResourceRecord): Resource {
  if (planned.ownership !== 'given' || !made || presence === 'gone') return planned;
  return { ...planned, ownership: resource.ownership, removal: resource.removal };
}

/** What was learned of the deployment before is not true of the next one. */
function startAfresh(state: DeploymentState): void {
  state.steps = freshSteps();
  state.facts = {};
}

function foldStep(state: DeploymentState, entry: Extract<JournalEntry, { type: 'step' }>): void {
  const record = state.steps.find(({ step }) => step === entry.step);
  if (record === undefined) return;
  record.state = entry.state;
  record.words = entry.words ?? '';
  record.fault = entry.fault;
  if (entry.state === 'started') {
    record.started_at = entry.at;
    record.ended_at = null;
  } else record.ended_at = entry.at;
}

function foldEffect(
  state: DeploymentState,
  entry: Extract<JournalEntry, { type: 'intent' | 'outcome' | 'noted' }>,
): void {
  if (entry.key === '') {
    Object.assign(state.facts, entry.facts);
    return;
  }
  const record = state.resources.get(entry.key);
  if (record === undefined) return;
  Object.assign(record.facts, entry.facts);
  if (entry.type === 'noted') return;
  if (entry.type === 'intent') {
    record.presence = 'maybe';
    if (entry.effect !== 'remove') record.made = true;
    return;
  }
  record.fault = entry.fault;
  const presence = presenceAfter(entry.effect, entry.result);
  if (presence !== null) record.presence = presence;
  if (entry.result === 'adopted' && record.resource.ownership === 'given') record.made = false;
}

function presenceAfter(
  effect: Extract<JournalEntry, { type: 'outcome' }>['effect'],
  result: Extract<JournalEntry, { type: 'outcome' }>['result'],
): Presence | null {
  if (result === 'kept') return 'kept';
  if (result === 'absent') return 'gone';
  if (result === 'failed' || result === 'unknown') return 'maybe';
  return effect === 'remove' ? 'gone' : 'there';
}

function freshSteps(): StepRecord[] {
  return deploymentSteps.map((step) => ({
    step,
    state: 'waiting',
    started_at: null,
    ended_at: null,
    words: '',
    fault: null,
  }));
}
