import { asFault, Fault } from '../../adapter/fault.ts';
import type {
  DecisionDocument,
  DecisionDraft,
  DecisionSummary,
  DecisionVersion,
} from '../contract/decision-document.ts';
import { type Origin, uuidV7 } from '../uuid-v7.ts';
import { notFound, openDecisionFiles } from './decision-files.ts';
import type { Workspace } from './workspace.ts';

/**
 * A pause in the editing after which the state before the next change is worth keeping: shorter ones are one thought,
 * and undo has them.
 */
export const HISTORY_PAUSE_MS = 2 * 60 * 1000;

export interface DecisionStore {
  /** Most recently changed first. */
  list(): DecisionSummary[];
  get(id: string): Promise<DecisionDocument>;
  /** Resolves when it is on disk. @throws Fault IO_FAILED, WORKSPACE_LOCKED */
  create(name: string, draft: DecisionDraft): Promise<DecisionDocument>;
  /**
   * Resolves when the change is on disk. What changes nothing is answered with the stored document.
   * @throws Fault CONFLICT when `revision` is not the stored one, NOT_FOUND, FILE_DAMAGED, IO_FAILED, WORKSPACE_LOCKED
   */
  save(change: { id: string; revision: number; name: string; draft: DecisionDraft }): Promise<DecisionDocument>;
  /** Moves the decision into the workspace's `trash/`. */
  remove(id: string): Promise<void>;
  /** Newest first, each revision once. */
  history(id: string): Promise<DecisionVersion[]>;
  /** Keeps the stored state in the history; the last label of a revision is the one that counts. */
  keepVersion(id: string, label: string | null): Promise<DecisionVersion>;
  /** Told after every change of the list. Returns the end of the subscription. */
  onChange(listener: (decisions: DecisionSummary[]) => void): () => void;
}

/** Reads all decisions of a workspace; those that cannot be read are named in it and left alone. */
export async function openDecisions(workspace: Workspace, origin: Origin): Promise<DecisionStore> {
  const files = openDecisionFiles(workspace);
  const summaries = new Map<string, DecisionSummary>();
  const listeners = new Set<(decisions: DecisionSummary[]) => void>();

  for (const id of await files.ids()) {
    if (await files.removeIfEmpty(id)) continue;
    try {
      summaries.set(id, summarise(await files.read(id)));
      await files.readHistory(id);
    } catch (error) {
      workspace.damaged.push(asFault(error));
    }
  }

  const list = () => [...summaries.values()].sort(byChange);

  function announce(): void {
    for (const listener of listeners) listener(list());
  }

  async function store(document: DecisionDocument): Promise<DecisionDocument> {
    await files.write(document);
    summaries.set(document.id, summarise(document));
    announce();
    return document;
  }

  /** One change of a decision at a time, and none once the lock is lost. */
  function change<T>(id: string, work: () => Promise<T>): Promise<T> {
    return workspace.queue.run(id, async () => {
      workspace.assertWritable();
      return work();
    });
  }

  /** Adds a state to the history unless its revision is there already. */
  async function keepBefore(document: DecisionDocument): Promise<void> {
    if (!(await isKept(document))) await files.appendHistory(document.id, versionOf(document, null));
  }

  /** A damaged history takes further versions, so that its damage keeps nobody from saving. */
  async function isKept({ id, revision }: DecisionDocument): Promise<boolean> {
    try {
      return (await files.readHistory(id)).at(-1)?.revision === revision;
    } catch (error) {
      if (error instanceof Fault && error.code === 'FILE_DAMAGED') return false;
      throw error;
    }
  }

  return {
    list,
    async get(id) {
      if (!summaries.has(id)) throw notFound(id);
      return files.read(id);
    },
    create(name, draft) {
      const id = uuidV7(origin);
      const at = origin.now().toISOString();
      return change(id, () => store({ format: 1, id, name, draft, revision: 1, created_at: at, changed_at: at }));
    },
    save({ id, revision, name, draft }) {
      return change(id, async () => {
        if (!summaries.has(id)) throw notFound(id);
        const stored = await files.read(id);
        if (stored.name === name && equalDrafts(stored.draft, draft)) return stored;
        if (stored.revision !== revision) throw conflict(stored, revision);
        const now = origin.now();
        // A clock that was set back tells nothing about the pause, so that counts as a long one.
        const pause = Math.abs(now.getTime() - Date.parse(stored.changed_at));
        if (pause > HISTORY_PAUSE_MS) await keepBefore(stored);
        return store({ ...stored, name, draft, revision: revision + 1, changed_at: now.toISOString() });
      });
    },
    remove(id) {
      return change(id, async () => {
        if (!summaries.has(id)) throw notFound(id);
        await files.moveToTrash(id);
        summaries.delete(id);
        announce();
      });
    },
    async history(id) {
      if (!summaries.has(id)) throw notFound(id);
      const byRevision = new Map<number, DecisionVersion>();
      for (const version of await files.readHistory(id)) {
        const earlier = byRevision.get(version.revision);
        byRevision.set(version.revision, { ...version, label: version.label ?? earlier?.label ?? null });
      }
      return [...byRevision.values()].sort((a, b) => b.revision - a.revision);
    },
    keepVersion(id, label) {
      return change(id, async () => {
        if (!summaries.has(id)) throw notFound(id);
        const version = versionOf(await files.read(id), label);
        await files.appendHistory(id, version);
        return version;
      });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function summarise({ id, name, draft, changed_at }: DecisionDocument): DecisionSummary {
  const options = draft.questions.reduce((sum, question) => sum + question.options.length, 0);
  return { id, name, questions: draft.questions.length, options, changed_at };
}

function byChange(a: DecisionSummary, b: DecisionSummary): number {
  return b.changed_at.localeCompare(a.changed_at) || b.id.localeCompare(a.id);
}

function versionOf({ revision, changed_at, name, draft }: DecisionDocument, label: string | null): DecisionVersion {
  return { revision, at: changed_at, name, label, draft };
}

/** Both come out of the same schema, so their keys have the same order. */
function equalDrafts(a: DecisionDraft, b: DecisionDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function conflict(stored: DecisionDocument, revision: number): Fault {
  return new Fault(
    'CONFLICT',
    `“${stored.name}” was changed elsewhere meanwhile: it is at revision ${stored.revision}, and this change started from ${revision}.`,
    'Load the decision again and repeat the change; what was typed here is still in this window.',
  );
}
