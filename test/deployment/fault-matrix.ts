import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { Aws } from '../../workbench/deployment/aws/open-aws.ts';
import type { Plan } from '../../workbench/deployment/plan/plan.ts';
import { planDeployment } from '../../workbench/deployment/plan/plan-deployment.ts';
import type { AwsCall } from '../stand-ins/aws/aws-call.ts';
import { internalFailure, type Trouble } from '../stand-ins/aws/injected-faults.ts';
import type { MemoryBackend } from '../stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../stand-ins/aws/open-aws.ts';
import { restoreAccount, saveAccount } from '../stand-ins/aws/save-account.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';
import { benchFacts, writeModelFile } from './bench-facts.ts';
import { type Account, addNeighbour, EMPTY_ACCOUNT, listAccount } from './list-account.ts';
import { deploy, journalPath, openBenchAws, readJournalText, type SittingOptions, undoAll } from './open-sitting.ts';

const CONTENT = 'GGUF and some weights';
const ready = { level: 'info', msg: 'ready', device: 'CPU', backend: 'cpu', layers_offloaded: 0, layers_total: 9 };

/** Ten times what a busy machine of two cores was seen to need. */
export const MATRIX_TIMEOUT_MS = 900_000;

/** Calls that change nothing: whether they fail before or after makes no difference to the account. */
export const isLook = ({ action }: AwsCall) => /^(Get|Head|List|Describe|BatchGet|Filter|Simulate)/.test(action);

/** What happens to one call, and to all that come after it in that process. */
export type TroubleOf = (isFirst: boolean) => Trouble;

export const failsBefore: TroubleOf = () => ({ kind: 'refuse', when: 'before', refusal: internalFailure });
export const failsAfter: TroubleOf = (isFirst) => ({
  kind: 'refuse',
  when: isFirst ? 'after' : 'before',
  refusal: internalFailure,
});
export const losesReply: TroubleOf = (isFirst) => ({ kind: 'cut', when: isFirst ? 'after' : 'before' });

/** The account and the journal at one moment. */
export interface Moment {
  call: AwsCall;
  journal: string;
  account: Buffer;
}

export interface Matrix {
  aws: AwsStandIn<MemoryBackend>;
  options: SittingOptions;
  /** What a deployment leaves that nothing happens to. */
  whole: Account;
  /** Each call of such a deployment, as a kill finds it: the journal then, the account without its effect. */
  before: Moment[];
  /** The same with its effect. */
  after: Moment[];
  /** A process that knows nothing yet, and an empty account. */
  fresh: Omit<Moment, 'call'>;
  putBack(moment: Omit<Moment, 'call'>): void;
  /** Deploys from nothing until call `k` comes (from 0), and then nothing works any more in that process. */
  deployInto(trouble: TroubleOf, k: number): Promise<Omit<Moment, 'call'>>;
  /** Each call of an undo of all of it, without and with its effect, as a kill finds it. */
  undoMoments(): Promise<Moment[]>;
  /** From a moment a new process goes on to one of everything; and from the same moment another undoes all of it. */
  goesOnAndComesUndone(moment: Omit<Moment, 'call'>): Promise<void>;
  close(): Promise<void>;
}

/** Deploys once with nothing in the way, and keeps every moment of it. */
export async function openMatrix(): Promise<Matrix> {
  const aws = await openMemoryAws();
  aws.containerLog = () => [JSON.stringify(ready)];
  await addNeighbour(aws, 'bench', '12345678');
  // As the app sees the account. The connections serve all processes, which keep nothing else of it.
  const seen: Aws = await openBenchAws(aws.endpoints());
  const folder = temporaryFolder(afterAll);
  const scaling = { kind: 'bounds', min: 1, max: 2, invocations_per_minute: 60 } as const;
  const plan: Plan = planDeployment(benchFacts(writeModelFile(folder, CONTENT), CONTENT, { scaling }));
  const options: SittingOptions = { folder, plan, aws: seen };
  const fresh = { journal: '', account: saveAccount(aws) };
  const before: Moment[] = [];
  const after: Moment[] = [];
  const moment = (call: AwsCall) => ({ call, journal: readJournalText(folder, plan), account: saveAccount(aws) });
  aws.onCall = (call) => void before.push(moment(call));
  aws.onEffect = (call) => void after.push(moment(call));
  const { status } = await deploy(options);
  expect(status).toBe('done');
  aws.onCall = () => {};
  aws.onEffect = () => {};
  const whole = listAccount(aws);

  function putBack({ journal, account }: Omit<Moment, 'call'>): void {
    restoreAccount(aws, account);
    mkdirSync(dirname(journalPath(folder, plan)), { recursive: true });
    writeFileSync(journalPath(folder, plan), journal);
  }

  return {
    aws,
    options,
    whole,
    before,
    after,
    fresh,
    putBack,
    async deployInto(trouble, k) {
      putBack(fresh);
      let count = -1;
      aws.faults.decide = () => {
        count += 1;
        return count < k ? null : trouble(count === k);
      };
      const failed = await deploy(options);
      aws.faults.clear();
      expect(failed.status).toBe('failed');
      return { journal: readJournalText(folder, plan), account: saveAccount(aws) };
    },
    async undoMoments() {
      const moments: Moment[] = [];
      aws.onCall = (call) => void moments.push(moment(call));
      aws.onEffect = (call) => void (isLook(call) || moments.push(moment(call)));
      await undoAll(options);
      aws.onCall = () => {};
      aws.onEffect = () => {};
      return moments;
    },
    async goesOnAndComesUndone(from) {
      putBack(from);
      const done = await deploy(options);
      expect([done.status, done.fault]).toEqual(['done', null]);
      expect(listAccount(aws)).toEqual(whole);
      putBack(from);
      const undone = await undoAll(options);
      expect([undone.status, undone.fault]).toEqual(['undone', null]);
      expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
    },
    async close() {
      seen.close();
      await aws.close();
    },
  };
}

/** Says at which call something went wrong. */
export async function at(call: AwsCall, k: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Error(`Call ${k + 1}, ${call.service}:${call.action}`, { cause: error });
  }
}
