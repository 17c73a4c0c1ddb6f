import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failingDisk } from '../../../test/stand-ins/failing-disk.ts';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { planDeployment } from '../plan/plan-deployment.ts';
import { planSha256 } from '../planning/plan-sha256.ts';
import { deploymentStatuses, deploymentTransitions, nextDeploymentStatus } from './deployment-status.ts';
import { type Journal, listJournals, openJournal, readJournal } from './open-journal.ts';

const plan = planDeployment(exampleFacts());
const id = plan.deployment_id;
const planned = { type: 'planned', plan_sha256: planSha256(plan), plan } as const;
const modelKey = plan.resources.find(({ kind }) => kind === 'model')?.key ?? '';
const intent = { type: 'intent', key: modelKey, effect: 'create', facts: {} } as const;
const done = {
  type: 'outcome',
  key: modelKey,
  effect: 'create',
  result: 'done',
  facts: { arn: 'a' },
  fault: null,
} as const;

function place(folder: string) {
  return { fs: failingDisk(), folder, assertWritable: () => undefined };
}
const now = () => new Date('2026-11-29T12:00:00Z');
const path = (folder: string) => join(folder, 'deployments', id, 'journal.jsonl');
async function write(folder: string, ...entries: Parameters<Journal['add']>[0][]): Promise<void> {
  const journal = await openJournal(place(folder), id, now);
  for (const entry of entries) await journal.add(entry);
  await journal.close();
}

describe('a journal', () => {
  it('is read by its owner alone', async () => {
    const folder = temporaryFolder();
    await write(folder, planned);
    expect(statSync(path(folder)).mode & 0o777).toBe(0o600);
    expect(await listJournals(place(folder))).toEqual([id]);
  });

  it('knows after a kill what was begun, and after its outcome what is there', async () => {
    const folder = temporaryFolder();
    await write(folder, planned, { type: 'begun', work: 'deploy' }, intent);
    const killed = await readJournal(place(folder), id);
    expect(killed.resources.get(modelKey)).toMatchObject({ presence: 'maybe', made: true });
    await write(folder, done);
    const made = await readJournal(place(folder), id);
    expect(made.resources.get(modelKey)).toMatchObject({ presence: 'there', facts: { arn: 'a' } });
    expect(made.status).toBe('running');
  });

  it('a torn last line was never acknowledged: it is dropped, and the next is whole', async () => {
    const folder = temporaryFolder();
    await write(folder, planned, { type: 'begun', work: 'deploy' }, intent);
    const whole = readFileSync(path(folder), 'utf8');
    appendFileSync(path(folder), '{"type":"outcome","key":"mod');
    await write(folder, done);
    const text = readFileSync(path(folder), 'utf8');
    expect(text.startsWith(whole)).toBe(true);
    expect(text.slice(whole.length).trim().split('\n')).toHaveLength(1);
    expect((await readJournal(place(folder), id)).resources.get(modelKey)?.presence).toBe('there');
  });

  it('any other damage is a fault that names file and line', async () => {
    const folder = temporaryFolder();
    await write(folder, planned, { type: 'begun', work: 'deploy' }, intent);
    const lines = readFileSync(path(folder), 'utf8').split('\n');
    mkdirSync(join(folder, 'deployments', id), { recursive: true });
    writeFileSync(path(folder), [lines[0], '{"type":"nothing"}', ...lines.slice(2)].join('\n'));
    await expect(readJournal(place(folder), id)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining('journal.jsonl, line 2'),
    });
  });

  it('a full disk is told before the effect, and what is known stays as it is on disk', async () => {
    const folder = temporaryFolder();
    const disk = failingDisk();
    const journal = await openJournal({ ...place(folder), fs: disk }, id, now);
    await journal.add(planned);
    await journal.add({ type: 'begun', work: 'deploy' });
    disk.fail('write');
    await expect(journal.add(intent)).rejects.toMatchObject({ code: 'IO_FAILED' });
    expect(journal.state().resources.get(modelKey)?.presence).toBe('not-made');
    disk.fail('none');
    await journal.add(intent);
    await journal.close();
    expect((await readJournal(place(folder), id)).resources.get(modelKey)?.presence).toBe('maybe');
  });

  it('a later plan of the same deployment keeps what is there, and begins its steps anew', async () => {
    const folder = temporaryFolder();
    const next = planDeployment({ ...exampleFacts(), revision: 1 });
    await write(
      folder,
      planned,
      { type: 'begun', work: 'deploy' },
      { type: 'step', step: 'model', state: 'started', fault: null },
      { type: 'step', step: 'model', state: 'done', fault: null },
      intent,
      done,
      { type: 'noted', key: '', facts: { image_uri: 'old' } },
      { type: 'ended', how: 'done', fault: null },
      { type: 'planned', plan_sha256: planSha256(next), plan: next },
    );
    const state = await readJournal(place(folder), id);
    expect(state.plans).toHaveLength(2);
    expect(state.status).toBe('planned');
    expect(state.facts).toEqual({});
    expect(state.steps.every((step) => step.state === 'waiting')).toBe(true);
    expect(state.resources.get(modelKey)?.presence).toBe('there');
    const models = [...state.resources.values()].filter(({ resource }) => resource.kind === 'model');
    expect(models.map(({ resource }) => resource.name).sort()).toHaveLength(2);
  });
});

describe('what a deployment made', () => {
  it('is its own to remove, also when a later plan names it as given', async () => {
    const folder = temporaryFolder();
    const bucket = plan.resources.find(({ kind }) => kind === 'bucket');
    if (bucket === undefined) throw new Error('The plan has no bucket');
    const making = { key: bucket.key, effect: 'create', facts: {} } as const;
    const facts = exampleFacts();
    const given = { bucket: 'given', name: bucket.name } as const;
    const next = planDeployment({ ...facts, revision: 1, target: { ...facts.target, bucket: given } });
    await write(
      folder,
      planned,
      { type: 'begun', work: 'deploy' },
      { ...making, type: 'intent' },
      { ...making, type: 'outcome', result: 'done', fault: null },
      { type: 'ended', how: 'done', fault: null },
      { type: 'planned', plan_sha256: planSha256(next), plan: next },
      { type: 'begun', work: 'deploy' },
      { ...making, type: 'outcome', result: 'adopted', fault: null },
    );
    expect(next.resources.find(({ kind }) => kind === 'bucket')?.ownership).toBe('given');
    expect((await readJournal(place(folder), id)).resources.get(bucket.key)).toMatchObject({
      made: true,
      resource: { ownership: bucket.ownership, removal: bucket.removal },
    });
  });
});

describe('the states of a deployment', () => {
  it('every state leads to undone, so that nothing can be stuck where it costs', () => {
    for (const status of deploymentStatuses) {
      const reached = new Set([status]);
      for (const from of reached) for (const to of Object.values(deploymentTransitions[from])) reached.add(to);
      expect([status, reached.has('undone')]).toEqual([status, true]);
    }
  });

  it('while it is undone it cannot go on', () => {
    expect(() => nextDeploymentStatus('undoing', 'deploy')).toThrow(
      expect.objectContaining({ code: 'CONFLICT', message: expect.stringContaining('being undone') }),
    );
  });
});
