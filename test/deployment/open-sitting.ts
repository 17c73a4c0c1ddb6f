import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Aws, openAws } from '../../workbench/deployment/aws/open-aws.ts';
import type { DeploymentState } from '../../workbench/deployment/journal/fold-journal.ts';
import { openJournal } from '../../workbench/deployment/journal/open-journal.ts';
import type { Plan } from '../../workbench/deployment/plan/plan.ts';
import { undoChoices } from '../../workbench/deployment/plan/resource.ts';
import { planSha256 } from '../../workbench/deployment/planning/plan-sha256.ts';
import { runDeployment } from '../../workbench/deployment/steps/run-deployment.ts';
import type { Sitting, SittingNews } from '../../workbench/deployment/steps/sitting.ts';
import type { UsedElsewhere } from '../../workbench/deployment/undo/list-removals.ts';
import { undoDeployment } from '../../workbench/deployment/undo/undo-deployment.ts';
import { diskFileSystem, type FileSystem } from '../../workbench/store/file-system.ts';
import { CREDENTIALS, REGION } from '../stand-ins/aws/account.ts';
import { IMAGE_SOURCE, sha256 } from './bench-facts.ts';
import { fastClock } from './fast-clock.ts';

/** A disk that forgets nothing and does not wait: hundreds of deployments are made on it. */
const quickDisk: FileSystem = {
  ...diskFileSystem,
  open: async (path, flags, mode) => {
    const file = await diskFileSystem.open(path, flags, mode);
    return {
      stat: () => file.stat(),
      read: (into, offset, length, position) => file.read(into, offset, length, position),
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
      write: (bytes, offset, length, position) => file.write(bytes, offset, length, position),
      writeFile: (text) => file.writeFile(text),
      sync: async () => {},
    };
  },
  syncFolder: async () => {},
};

export interface SittingOptions {
  /** The workspace. */
  folder: string;
  plan: Plan;
  aws: Aws;
  signal?: AbortSignal;
  tell?: (news: SittingNews) => void;
}

/** Where the journal of a plan's deployment lies. */
export function journalPath(folder: string, plan: Plan): string {
  return join(folder, 'deployments', plan.deployment_id, 'journal.jsonl');
}

/** AWS as the app sees it, at the stand-in, with a clock that waits for nothing. */
export function openBenchAws(endpoints: string, region = REGION): Promise<Aws> {
  const environment = { DECISION_WORKBENCH_AWS_ENDPOINTS: endpoints };
  const credentials = async () => ({ ...CREDENTIALS });
  return openAws({ region, profile: null, environment, clock: fastClock(), credentials });
}

/** One process at work: opens the journal as a new start does, does the work, and closes. @returns what is known then */
export async function sit(
  options: SittingOptions,
  work: (sitting: Sitting) => Promise<unknown>,
): Promise<DeploymentState> {
  const { folder, plan, aws } = options;
  const place = { fs: quickDisk, folder, assertWritable: () => {} };
  const journal = await openJournal(place, plan.deployment_id, aws.clock.now);
  try {
    if (journal.state().plan === null) await journal.add({ type: 'planned', plan_sha256: planSha256(plan), plan });
    await work({
      plan,
      journal,
      aws,
      signal: options.signal ?? new AbortController().signal,
      tell: options.tell ?? (() => {}),
      material: {
        imageSource: async () => ({ sha256: sha256(IMAGE_SOURCE), zip: IMAGE_SOURCE }),
        archive: () => Promise.reject(new Error('No plan of these tests has an archive.')),
        check: async () => AGREES,
      },
    });
    return journal.state();
  } finally {
    await journal.close();
  }
}

/** Deploys, or goes on. */
export function deploy(options: SittingOptions): Promise<DeploymentState> {
  return sit(options, (sitting) => runDeployment(sitting, () => {}));
}

/** Undoes all that can be asked for. */
export function undoAll(options: SittingOptions, usedElsewhere: UsedElsewhere = () => null): Promise<DeploymentState> {
  return sit(options, ({ journal, aws, signal }) =>
    undoDeployment({ journal, aws, signal, choices: undoChoices, usedElsewhere, tell: () => {} }),
  );
}

export function readJournalText(folder: string, plan: Plan): string {
  return readFileSync(journalPath(folder, plan), 'utf8');
}

const AGREES = {
  samples: 1,
  failed: 0,
  agreed: 1,
  largest_difference: 0,
  limit: 0.02,
  verdict: 'agrees',
  sentence: 'It agrees.',
  local: null,
  endpoint: null,
  rows: [],
} as const satisfies Awaited<ReturnType<Sitting['material']['check']>>;
