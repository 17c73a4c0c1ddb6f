import { join } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import {
  type DecisionDocument,
  type DecisionVersion,
  decisionDocumentSchema,
  decisionVersionSchema,
  documentIdSchema,
} from '../contract/decision-document.ts';
import { ioFault } from './io-fault.ts';
import { appendLine, readLines } from './json-lines.ts';
import { damaged, readDocument } from './read-document.ts';
import { withConfigurationChoice } from './upgrade-scoring.ts';
import type { Workspace } from './workspace.ts';
import { writeDocument, writeFileAtomically } from './write-file.ts';

const storedDocument = withConfigurationChoice(decisionDocumentSchema);
const storedVersion = withConfigurationChoice(decisionVersionSchema);

/** `decisions/<id>/decision.json` and `history.jsonl` of a workspace, read and written; no rule of editing is here. */
export interface DecisionFiles {
  /** The names of the folders that may hold a decision. */
  ids(): Promise<string[]>;
  /** @throws Fault NOT_FOUND, FILE_DAMAGED, IO_FAILED */
  read(id: string): Promise<DecisionDocument>;
  write(document: DecisionDocument): Promise<void>;
  /** Oldest first. */
  readHistory(id: string): Promise<DecisionVersion[]>;
  appendHistory(id: string, version: DecisionVersion): Promise<void>;
  /** Moves the decision's folder into `trash/`, where it stays until a person empties it. */
  moveToTrash(id: string): Promise<void>;
  /** Removes a folder in which nothing was ever acknowledged. */
  removeIfEmpty(id: string): Promise<boolean>;
}

export function openDecisionFiles({ fs, folder }: Workspace): DecisionFiles {
  const decisions = join(folder, 'decisions');
  const documentPath = (id: string) => join(decisions, id, 'decision.json');
  const historyPath = (id: string) => join(decisions, id, 'history.jsonl');
  return {
    async ids() {
      if (!(await fs.exists(decisions))) return [];
      const entries = await fs.list(decisions);
      return entries.filter(({ name, isFolder }) => isFolder && !name.startsWith('.')).map(({ name }) => name);
    },
    async read(id) {
      const path = documentPath(id);
      const document = await readDocument(fs, path, storedDocument);
      if (document === null) {
        if (await fs.exists(join(decisions, id))) throw damaged(path, 'the file is missing', []);
        throw notFound(id);
      }
      if (document.id !== id) throw damaged(path, `id: it says ${document.id}, and its folder is ${id}`, []);
      return document;
    },
    async write(document) {
      const path = documentPath(document.id);
      try {
        const home = join(decisions, document.id);
        if (!(await fs.exists(home))) {
          await fs.makeFolder(home);
          await fs.syncFolder(decisions);
          await fs.syncFolder(folder);
        }
      } catch (error) {
        throw ioFault('Saving decision.json', path, error);
      }
      await writeFileAtomically(fs, path, writeDocument(document));
    },
    readHistory: (id) => readLines(fs, historyPath(id), storedVersion),
    appendHistory: (id, version) => appendLine(fs, historyPath(id), version),
    async moveToTrash(id) {
      const trash = join(folder, 'trash');
      try {
        await fs.makeFolder(trash);
        await fs.rename(join(decisions, id), join(trash, id));
        await fs.syncFolder(decisions);
        await fs.syncFolder(trash);
      } catch (error) {
        throw ioFault('Removing the decision', join(decisions, id), error);
      }
    },
    async removeIfEmpty(id) {
      const home = join(decisions, id);
      if (!documentIdSchema.safeParse(id).success || (await fs.list(home)).length > 0) return false;
      await fs.removeEmptyFolder(home);
      return true;
    },
  };
}

export function notFound(id: string): Fault {
  return new Fault('NOT_FOUND', `There is no decision ${id} in this workspace.`, 'Choose one of the list.');
}
