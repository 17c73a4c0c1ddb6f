import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { type Account, EMPTY_ACCOUNT, listAccount } from './list-account.ts';
import { deploy, journalPath, openBenchAws, readJournalText, undoAll } from './open-sitting.ts';

const CONTENT = 'GGUF and some weights';
const READY = JSON.stringify({
  level: 'info',
  msg: 'ready',
  device: 'CPU',
  backend: 'cpu',
  layers_offloaded: 0,
  layers_total: 9,
});

/** Calls that change nothing: whether they fail before or after makes no difference to the account. */
const isLook = ({ action }: AwsCall) => /^(Get|Head|List|Describe|BatchGet|Filter|Simulate)/.test(action);

/** What a call can do to a deployment, and what holds from then on in that process. */
const troubles: Record<string, (call: AwsCall, isFirst: boolean) => Trouble> = {
  'fails before its effect': () => ({ kind: 'refuse', when: 'before', refusal: internalFailure }),
  'fails after its effect': (_, isFirst) => ({
    kind: 'refuse',
    when: isFirst ? 'after' : 'before',
    refusal: internalFailure,
  }),
  'loses its reply': (_, isFirst) => ({ kind: 'cut', when: isFirst ? 'after' : 'before' }),
};

/** The account and the journal at one moment. */
interface Moment {
  call: AwsCall;
  journal: string;
  account: Buffer;
}

describe('a deployment, whatever happens to one of its calls', () => {
  let aws: AwsStandIn<MemoryBackend>;
  /** The account as the app sees it; its connections serve all processes, which keep nothing else of it. */
  let seen: Aws;
  let folder = '';
  let plan: Plan;
  let empty: Buffer;
  let whole: Account;
  /** As a kill finds it: what was written before the call, and the account without and with its effect. */
  const before: Moment[] = [];
  const after: Moment[] = [];

  const options = () => ({ folder, plan, aws: seen });
  function putBack({ journal, account }: Moment): void {
    restoreAccount(aws, account);
    mkdirSync(dirname(journalPath(folder, plan)), { recursive: true });
    writeFileSync(journalPath(folder, plan), journal);
  }

  beforeAll(async () => {
    aws = await openMemoryAws();
    seen = await openBenchAws(aws.endpoints());
    aws.containerLog = () => [READY];
    folder = temporaryFolder(afterAll);
    const scaling = { kind: 'bounds', min: 1, max: 2, invocations_per_minute: 60 } as const;
    plan = planDeployment(benchFacts(writeModelFile(folder, CONTENT), CONTENT, { scaling }));
    empty = saveAccount(aws);
    aws.onCall = (call) => before.push({ call, journal: readJournalText(folder, plan), account: saveAccount(aws) });
    aws.onEffect = (call) => after.push({ call, journal: readJournalText(folder, plan), account: saveAccount(aws) });
    const state = await deploy(options());
    aws.onCall = () => {};
    aws.onEffect = () => {};
    whole = listAccount(aws);
    expect(state.status).toBe('done');
  });
  afterAll(async () => {
    seen?.close();
    await aws?.close();
  });

  /** Deploys from nothing until the call comes, and then nothing works any more in that process. */
  async function deployInto(trouble: (call: AwsCall, isFirst: boolean) => Trouble, k: number): Promise<Moment> {
    putBack({ call: before[0]?.call ?? fail(), journal: '', account: empty });
    let count = 0;
    aws.faults.clear();
    aws.faults.decide = (call) => {
      count += 1;
      return count - 1 < k ? null : trouble(call, count - 1 === k);
    };
    const state = await deploy(options());
    aws.faults.clear();
    expect(state.status).toBe('failed');
    return { call: before[k]?.call ?? fail(), journal: readJournalText(folder, plan), account: saveAccount(aws) };
  }

  async function goesOnAndComesUndone(moment: Moment): Promise<void> {
    putBack(moment);
    const state = await deploy(options());
    expect([state.status, state.fault]).toEqual(['done', null]);
    expect(listAccount(aws)).toEqual(whole);
    putBack(moment);
    const undone = await undoAll(options());
    expect([undone.status, undone.fault]).toEqual(['undone', null]);
    expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
  }

  it('makes what the plan says, and undo leaves nothing', async () => {
    expect(whole).toEqual({
      ...EMPTY_ACCOUNT,
      endpoints: ['bench'],
      configs: ['bench-12345678'],
      models: ['bench-12345678'],
      projects: ['bench-12345678-image'],
      scaling: ['endpoint/bench/variant/main'],
      roles: ['bench-12345678-build', 'bench-12345678-execution'],
      repositories: ['decision-workbench-cpu'],
      images: [expect.stringMatching(/^decision-workbench-cpu:[0-9a-f]{64}$/)],
      groups: ['/aws/codebuild/bench-12345678-image', '/aws/sagemaker/Endpoints/bench'],
      buckets: ['decision-workbench-123456789012-us-east-1'],
      objects: [
        expect.stringMatching(/image-detail\.json$/),
        expect.stringMatching(/source\.zip$/),
        expect.stringMatching(/model-manifest\.json$/),
        expect.stringMatching(/model\.gguf$/),
      ],
    });
    await undoAll(options());
    expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
  });

  // One test for each way to fail, and all calls in it: a report of some two hundred lines would hide the one that fails.
  for (const [words, trouble] of Object.entries(troubles)) {
    it(`${words}: goes on to one of everything, or comes undone to nothing`, async () => {
      for (const [k, { call }] of before.entries()) {
        if (words.includes('after') && isLook(call)) continue;
        try {
          await goesOnAndComesUndone(await deployInto(trouble, k));
        } catch (error) {
          throw new Error(`Call ${k + 1}, ${call.service}:${call.action}, ${words}`, { cause: error });
        }
      }
    });
  }

  it('is killed before or after the effect: goes on to one of everything, or comes undone to nothing', async () => {
    for (const moment of [...before, ...after.filter(({ call }) => !isLook(call))]) {
      try {
        await goesOnAndComesUndone(moment);
      } catch (error) {
        throw new Error(`Killed at ${moment.call.service}:${moment.call.action}`, { cause: error });
      }
    }
  });

  it('loses one reply, tries again by itself, and ends with one of everything', async () => {
    for (const [k, { call }] of before.entries()) {
      putBack({ call, journal: '', account: empty });
      let count = 0;
      aws.faults.decide = () => {
        count += 1;
        return count - 1 === k ? { kind: 'cut', when: 'after' } : null;
      };
      const state = await deploy(options());
      aws.faults.clear();
      expect([`${k} ${call.action}`, state.status, state.fault]).toEqual([`${k} ${call.action}`, 'done', null]);
      expect(listAccount(aws)).toEqual(whole);
    }
  });
});

function fail(): never {
  throw new Error('The first deployment had no such call.');
}
