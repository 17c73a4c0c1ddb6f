import { Fault } from '../../adapter/fault.ts';
import type { Deployment, DeploymentStepName } from '../contract/deployments.ts';
import type { Workspace } from '../store/workspace.ts';
import type { Origin } from '../uuid-v7.ts';
import { askIdentity } from './ask-identity.ts';
import { assertMayStart } from './assert-may-start.ts';
import type { Aws } from './aws/open-aws.ts';
import type { DeploymentEvent, Deployments } from './deployments.ts';
import { type DeploymentState, emptyState } from './journal/fold-journal.ts';
import { assertNothingLeft, moveJournalToTrash } from './journal/forget-journal.ts';
import { type Journal, listJournals, openJournal, readJournal } from './journal/open-journal.ts';
import { type LogBook, openLogBook } from './log-book.ts';
import type { Plan } from './plan/plan.ts';
import type { Planner } from './planning/planner.ts';
import { readDefaults } from './read-defaults.ts';
import type { DeploymentMaterial, SittingNews } from './steps/sitting.ts';
import { listRemovals } from './undo/list-removals.ts';
import { usedElsewhere } from './undo/used-elsewhere.ts';
import { type LiveSteps, viewDeployment } from './view-deployment.ts';

export interface DeploymentServiceParts {
  workspace: Workspace;
  origin: Origin;
  environment: Readonly<Record<string, string | undefined>>;
  openAws: (place: { region: string; profile: string | null }) => Promise<Aws>;
  /** Made when it is first asked for: with it come clients of AWS, which most sittings of the app need not. */
  planner: () => Promise<Planner>;
  material: DeploymentMaterial;
  /** Told of faults that no call waits for. */
  onFault: (error: unknown) => void;
}

/** A deployment that a process works on. */
interface Live extends LiveSteps {
  abort: AbortController;
  step: DeploymentStepName | null;
  ended: Promise<void>;
}

/** What is told of a step's progress, at most so often: a screen shows no more. */
const NEWS_INTERVAL_MS = 200;

export function createDeployments(parts: DeploymentServiceParts): Deployments & { planOf(id: string): Promise<Plan> } {
  const { workspace, origin, openAws, material, onFault } = parts;
  const states = new Map<string, DeploymentState>();
  const books = new Map<string, LogBook>();
  const live = new Map<string, Live>();
  const listeners = new Set<(event: DeploymentEvent) => void>();
  let loaded: Promise<void> | null = null;
  let closed = false;

  const load = () => {
    loaded ??= loadAll();
    return loaded;
  };
  async function loadAll(): Promise<void> {
    for (const id of await listJournals(workspace)) {
      try {
        const state = await readJournal(workspace, id);
        if (state.plan === null) continue;
        states.set(id, state);
        books.set(id, await openLogBook(workspace, id, onFault));
      } catch (error) {
        // One that cannot be read must not hide the others: it may cost, so it is told each time.
        if (error instanceof Fault) workspace.damaged.push(error);
        onFault(error);
      }
    }
  }

  function emit(event: DeploymentEvent): void {
    for (const listener of listeners) listener(event);
  }

  function view(id: string): Deployment {
    const state = states.get(id);
    const seen =
      state === undefined ? null : viewDeployment(id, state, live.get(id) ?? null, books.get(id)?.count() ?? 0);
    if (seen !== null) return seen;
    throw new Fault('NOT_FOUND', `There is no deployment ${id}.`, 'Look at the list of deployments.');
  }

  async function stateOf(id: string): Promise<DeploymentState> {
    await load();
    const state = states.get(id);
    if (state !== undefined) return state;
    throw new Fault('NOT_FOUND', `There is no deployment ${id}.`, 'Look at the list of deployments.');
  }

  function assertIdle(id: string): void {
    if (closed) throw new Fault('CANCELLED', 'The app is being closed.', 'Start it again.');
    if (!live.has(id)) return;
    throw new Fault('CONFLICT', 'The deployment is being worked on.', 'Wait until it has ended, or cancel it.');
  }

  /** Begins work on a deployment; resolves when its journal is open. */
  async function begin(
    id: string,
    kind: Live['work'],
    before: (journal: Journal) => Promise<void>,
    work: (journal: Journal, aws: Aws, sitting: Live) => Promise<void>,
  ): Promise<Deployment> {
    assertIdle(id);
    const abort = new AbortController();
    const sitting: Live = {
      work: kind,
      abort,
      step: null,
      words: new Map(),
      progress: new Map(),
      ended: Promise.resolve(),
    };
    live.set(id, sitting);
    let opened: Journal | null = null;
    let aws: Aws;
    try {
      opened = await openJournal(workspace, id, origin.now);
      await before(opened);
      states.set(id, opened.state());
      const { target } = planIn(opened.state());
      aws = await openAws({ region: target.region, profile: target.profile });
    } catch (error) {
      live.delete(id);
      await opened?.close();
      throw error;
    }
    const journal = opened;
    if (!books.has(id)) books.set(id, await openLogBook(workspace, id, onFault));
    const told: Journal = {
      ...journal,
      add: async (entry) => {
        await journal.add(entry);
        emit({ what: 'deployment', deployment: view(id) });
      },
    };
    sitting.ended = perform(id, told, aws, sitting, work).finally(() => {
      live.delete(id);
      if (states.has(id)) emit({ what: 'deployment', deployment: view(id) });
    });
    return view(id);
  }

  async function perform(
    id: string,
    journal: Journal,
    aws: Aws,
    sitting: Live,
    work: (journal: Journal, aws: Aws, sitting: Live) => Promise<void>,
  ): Promise<void> {
    try {
      await work(journal, aws, sitting);
      const { fault } = journal.state();
      if (fault !== null) log(id, 'app', [{ time: origin.now(), text: `${fault.message} ${fault.next}` }]);
    } catch (error) {
      // The journal could not be written, or something of ours is wrong: what is known is on disk.
      onFault(error);
    } finally {
      aws.close();
      await journal.close().catch(onFault);
    }
  }

  function log(
    id: string,
    from: 'app' | 'model-build' | 'image-build' | 'endpoint',
    lines: readonly { time: Date; text: string }[],
  ): void {
    const added = books.get(id)?.add(from, lines) ?? [];
    if (added.length > 0) emit({ what: 'log', id, lines: added });
  }

  function hear(id: string, sitting: Live): (news: SittingNews) => void {
    let last = 0;
    return (news) => {
      if (news.news === 'log') return log(id, news.from, news.lines);
      if (sitting.step === null) return;
      if (news.news === 'words') {
        sitting.words.set(sitting.step, news.words);
        log(id, 'app', [{ time: origin.now(), text: news.words }]);
      } else {
        sitting.progress.set(sitting.step, news.progress);
        const now = origin.now().getTime();
        if (now - last < NEWS_INTERVAL_MS && news.progress.done < news.progress.total) return;
        last = now;
      }
      emit({ what: 'deployment', deployment: view(id) });
    };
  }

  async function deploy(journal: Journal, aws: Aws, sitting: Live): Promise<void> {
    const plan = planIn(journal.state());
    const { runDeployment } = await import('./steps/run-deployment.ts');
    const { signal } = sitting.abort;
    const tell = hear(journal.id, sitting);
    await runDeployment({ plan, journal, aws, material, signal, tell }, (step) => {
      sitting.step = step;
    });
  }

  return {
    defaults: () => readDefaults(parts.environment),
    identity: (place, signal = new AbortController().signal) => askIdentity(openAws, place, signal),
    plan: async (request, signal) => (await parts.planner()).plan(request, signal),
    planOf: async (id) => planIn(await stateOf(id)),
    async preflight(planSha256, signal = new AbortController().signal) {
      const plan = (await parts.planner()).confirmed(planSha256);
      await load();
      const { preflight } = await import('./preflight/preflight.ts');
      const aws = await openAws({ region: plan.target.region, profile: plan.target.profile });
      const { resources } = states.get(plan.deployment_id) ?? emptyState();
      const made = (key: string) => (resources.get(key)?.presence ?? 'not-made') !== 'not-made';
      try {
        return (await preflight({ plan, aws, signal, made })).findings;
      } finally {
        aws.close();
      }
    },
    async start(sha256) {
      const plan = (await parts.planner()).confirmed(sha256);
      assertMayStart(plan, sha256);
      await load();
      const before = states.get(plan.deployment_id);
      if (before?.plan_sha256 === sha256) {
        throw new Fault('CONFLICT', 'This plan was started already.', 'Go on with it, or plan another one.');
      }
      return begin(
        plan.deployment_id,
        'deploy',
        (journal) => journal.add({ type: 'planned', plan_sha256: sha256, plan }),
        deploy,
      );
    },
    async list() {
      await load();
      return [...states.keys()].map(view).sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    },
    async get(id) {
      await stateOf(id);
      return view(id);
    },
    async log(id, from, limit) {
      await stateOf(id);
      const book = books.get(id);
      return { total: book?.count() ?? 0, lines: book?.read(from, limit) ?? [] };
    },
    async resume(id) {
      const { status } = await stateOf(id);
      if (status === 'done') {
        throw new Fault('CONFLICT', 'The deployment is done.', 'Plan an update of it, or undo it.');
      }
      return begin(id, 'deploy', () => Promise.resolve(), deploy);
    },
    async cancel(id) {
      await stateOf(id);
      const sitting = live.get(id);
      sitting?.abort.abort();
      await sitting?.ended;
      return view(id);
    },
    async removals({ id, choices }) {
      return listRemovals(await stateOf(id), choices, usedElsewhere(states, id));
    },
    async undo({ id, choices }) {
      await stateOf(id);
      return begin(
        id,
        'undo',
        () => Promise.resolve(),
        async (journal, aws, sitting) => {
          const { undoDeployment } = await import('./undo/undo-deployment.ts');
          await undoDeployment({
            journal,
            aws,
            signal: sitting.abort.signal,
            choices,
            usedElsewhere: usedElsewhere(states, id),
            tell: (text) => log(id, 'app', [{ time: origin.now(), text }]),
          });
        },
      );
    },
    async rollBack({ id, config }) {
      await stateOf(id);
      const failures: unknown[] = [];
      await begin(
        id,
        'deploy',
        () => Promise.resolve(),
        async (journal, aws, { abort: { signal } }) => {
          const { rollBack } = await import('./steps/roll-back.ts');
          const tell = (news: SittingNews) => {
            if (news.news === 'words') log(id, 'app', [{ time: origin.now(), text: news.words }]);
          };
          const sitting = { plan: planIn(journal.state()), journal, aws, material, signal, tell };
          await rollBack(sitting, config).catch((error: unknown) => failures.push(error));
        },
      );
      await live.get(id)?.ended;
      for (const failure of failures) throw failure;
      return view(id);
    },
    async forget(id) {
      const state = await stateOf(id);
      assertIdle(id);
      assertNothingLeft(state);
      await books.get(id)?.close();
      await moveJournalToTrash(workspace, id);
      states.delete(id);
      books.delete(id);
      emit({ what: 'removed', id });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      for (const { abort } of live.values()) abort.abort();
      await Promise.all([...live.values()].map(({ ended }) => ended));
      for (const book of books.values()) await book.close();
    },
  };
}

/** @throws Fault NOT_FOUND for a journal without one: its process was killed before anything happened */
function planIn({ plan }: DeploymentState): Plan {
  if (plan !== null) return plan;
  throw new Fault('NOT_FOUND', 'The deployment has no plan.', 'Plan it again.');
}
