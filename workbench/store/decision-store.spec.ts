import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { choiceDraft } from '../../test/stand-ins/drafts.ts';
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { manualOrigin } from '../../test/stand-ins/manual-origin.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { HISTORY_PAUSE_MS, openDecisions } from './decision-store.ts';
import { openWorkspace } from './workspace.ts';

const origin = manualOrigin();

async function openIn(folder: string, disk = failingDisk()) {
  const workspace = await openWorkspace(disk, folder, 'the test', () => undefined);
  onTestFinished(() => workspace.close());
  return { folder, workspace, disk, decisions: await openDecisions(workspace, origin) };
}

describe('create, save and remove', () => {
  it('has every acknowledged change after opening again', async () => {
    const { folder, workspace, decisions } = await openIn(temporaryFolder());
    const made = await decisions.create('One', choiceDraft('first'));
    expect(made).toMatchObject({ format: 1, revision: 1, name: 'One', created_at: made.changed_at });
    origin.pass(1000);
    const saved = await decisions.save({ id: made.id, revision: 1, name: 'Uno', draft: choiceDraft('second') });
    expect(saved).toMatchObject({ revision: 2, name: 'Uno', created_at: made.created_at });
    expect(Date.parse(saved.changed_at) - Date.parse(made.changed_at)).toBe(1000);
    await workspace.close();
    const again = await openIn(folder);
    expect(await again.decisions.get(made.id)).toEqual(saved);
    expect(again.workspace.damaged).toEqual([]);
  });

  it('reads decisions from before there were configurations', async () => {
    const { folder, workspace, decisions } = await openIn(temporaryFolder());
    const made = await decisions.create('Old', choiceDraft('first'));
    await decisions.keepVersion(made.id, 'kept');
    await workspace.close();
    for (const file of ['decision.json', 'history.jsonl']) {
      const path = join(folder, 'decisions', made.id, file);
      const text = readFileSync(path, 'utf8');
      const old = text.replace(/,\s*"configuration": ?null/, '');
      expect(old).not.toBe(text);
      writeFileSync(path, old);
    }
    const again = await openIn(folder);
    expect(again.workspace.damaged).toEqual([]);
    expect(await again.decisions.get(made.id)).toEqual(made);
    expect((await again.decisions.history(made.id))[0]?.draft).toEqual(made.draft);
  });

  it('lists the most recently changed first and tells each change', async () => {
    const { decisions } = await openIn(temporaryFolder());
    const listener = vi.fn();
    decisions.onChange(listener);
    const a = await decisions.create('a', choiceDraft('x', ['1', '2', '3']));
    origin.pass(10);
    const b = await decisions.create('b', choiceDraft('x'));
    expect(decisions.list().map(({ name, questions, options }) => [name, questions, options])).toEqual([
      ['b', 1, 2],
      ['a', 1, 3],
    ]);
    origin.pass(10);
    await decisions.save({ id: a.id, revision: 1, name: 'a', draft: choiceDraft('y') });
    expect(decisions.list().map(({ name }) => name)).toEqual(['a', 'b']);
    await decisions.remove(b.id);
    expect(decisions.list().map(({ name }) => name)).toEqual(['a']);
    expect(listener).toHaveBeenCalledTimes(4);
  });

  it('refuses a change that started from another revision, and takes the same content twice', async () => {
    const { decisions } = await openIn(temporaryFolder());
    const { id } = await decisions.create('One', choiceDraft('first'));
    const change = { id, revision: 1, name: 'One', draft: choiceDraft('second') };
    const saved = await decisions.save(change);
    expect(await decisions.save(change)).toEqual(saved);
    await expect(decisions.save({ ...change, draft: choiceDraft('third') })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('revision 2'),
    });
    expect(await decisions.get(id)).toEqual(saved);
  });

  it('lets one of two changes at the same time win', async () => {
    const { decisions } = await openIn(temporaryFolder());
    const { id } = await decisions.create('One', choiceDraft('first'));
    const tries = await Promise.allSettled(
      ['left', 'right'].map((text) => decisions.save({ id, revision: 1, name: 'One', draft: choiceDraft(text) })),
    );
    expect(tries.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect((await decisions.get(id)).draft.evidence.text).toBe('left');
  });

  it('moves what is removed into the trash, whole', async () => {
    const { folder, decisions } = await openIn(temporaryFolder());
    const { id } = await decisions.create('One', choiceDraft('first'));
    await decisions.keepVersion(id, 'good');
    await decisions.remove(id);
    expect(readdirSync(join(folder, 'decisions'))).toEqual([]);
    expect(readdirSync(join(folder, 'trash', id)).sort()).toEqual(['decision.json', 'history.jsonl']);
    for (const call of [
      decisions.get(id),
      decisions.remove(id),
      decisions.history(id),
      decisions.keepVersion(id, null),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('history', () => {
  it('keeps the state before a change that follows a pause', async () => {
    const { decisions } = await openIn(temporaryFolder());
    const { id, changed_at } = await decisions.create('One', choiceDraft('state 1'));
    const save = (revision: number) =>
      decisions.save({ id, revision, name: 'One', draft: choiceDraft(`state ${revision + 1}`) });
    origin.pass(HISTORY_PAUSE_MS);
    await save(1);
    expect(await decisions.history(id)).toEqual([]);
    origin.pass(HISTORY_PAUSE_MS + 1);
    await save(2);
    origin.pass(5000);
    await save(3);
    origin.pass(HISTORY_PAUSE_MS * 10);
    await save(4);
    const versions = await decisions.history(id);
    expect(versions.map(({ revision, label, draft }) => [revision, label, draft.evidence.text])).toEqual([
      [4, null, 'state 4'],
      [2, null, 'state 2'],
    ]);
    expect(Date.parse(versions[1]?.at ?? '') - Date.parse(changed_at)).toBe(HISTORY_PAUSE_MS);
  });

  it('keeps the present state under a label, each revision once, the last label counting', async () => {
    const { decisions } = await openIn(temporaryFolder());
    const { id } = await decisions.create('One', choiceDraft('state 1'));
    expect(await decisions.keepVersion(id, 'draft')).toMatchObject({ revision: 1, label: 'draft' });
    await decisions.keepVersion(id, 'final');
    origin.pass(HISTORY_PAUSE_MS + 1);
    await decisions.save({ id, revision: 1, name: 'One', draft: choiceDraft('state 2') });
    expect((await decisions.history(id)).map(({ revision, label }) => [revision, label])).toEqual([[1, 'final']]);
  });
});

describe('damage', () => {
  async function withTwo() {
    const first = await openIn(temporaryFolder());
    const good = await first.decisions.create('Good', choiceDraft('good'));
    const bad = await first.decisions.create('Bad', choiceDraft('bad'));
    await first.decisions.keepVersion(bad.id, 'kept');
    await first.workspace.close();
    const file = (name: string) => join(first.folder, 'decisions', bad.id, name);
    return { folder: first.folder, good, bad, file };
  }

  it.each([
    ['half a file', (text: string) => text.slice(0, text.length / 2), /decision\.json/],
    ['a field of another type', (text: string) => text.replace('"Bad"', '3'), /name: /],
    [
      'another folder’s id',
      (text: string, id: string) => text.replace(/"id": "[^"]+"/, `"id": "${id}"`),
      /its folder is/,
    ],
  ])('%s is named, and the rest opens', async (_, damage, message) => {
    const { folder, good, bad, file } = await withTwo();
    const content = damage(readFileSync(file('decision.json'), 'utf8'), good.id);
    writeFileSync(file('decision.json'), content);
    const { workspace, decisions } = await openIn(folder);
    expect(workspace.damaged).toMatchObject([{ code: 'FILE_DAMAGED', message: expect.stringMatching(message) }]);
    expect(workspace.damaged[0]?.message).toContain(file('decision.json'));
    expect(decisions.list().map(({ id }) => id)).toEqual([good.id]);
    await expect(decisions.save({ id: bad.id, revision: 1, name: 'x', draft: choiceDraft('x') })).rejects.toThrow();
    expect(readFileSync(file('decision.json'), 'utf8')).toBe(content);
  });

  it('a decision whose file is gone is named, an empty folder is nothing', async () => {
    const { folder, good, bad, file } = await withTwo();
    writeFileSync(file('note.txt'), '');
    rmSync(file('decision.json'));
    mkdirSync(join(folder, 'decisions', '01890a5d-ac96-774b-bcce-b302099a8057'));
    const { workspace, decisions } = await openIn(folder);
    expect(workspace.damaged.map(({ message }) => message)).toEqual([expect.stringContaining('the file is missing')]);
    expect(decisions.list().map(({ id }) => id)).toEqual([good.id]);
    expect(readdirSync(join(folder, 'decisions')).sort()).toEqual([good.id, bad.id].sort());
  });

  it('a torn last line of the history is dropped, other damage named with its line while the decision opens', async () => {
    const { folder, bad, file } = await withTwo();
    const line = readFileSync(file('history.jsonl'), 'utf8');
    writeFileSync(file('history.jsonl'), `${line}${line.slice(0, 40)}`);
    const torn = await openIn(folder);
    expect(torn.workspace.damaged).toEqual([]);
    expect(await torn.decisions.history(bad.id)).toHaveLength(1);
    await torn.workspace.close();

    const content = `${line}{"revision":0}\n${line}`;
    writeFileSync(file('history.jsonl'), content);
    const { workspace, decisions } = await openIn(folder);
    expect(workspace.damaged.map(({ message }) => message)).toEqual([
      expect.stringContaining(`${file('history.jsonl')}, line 2`),
    ]);
    expect((await decisions.get(bad.id)).name).toBe('Bad');
    await expect(decisions.history(bad.id)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
    origin.pass(HISTORY_PAUSE_MS + 1);
    await decisions.save({ id: bad.id, revision: 1, name: 'Bad', draft: choiceDraft('goes on') });
    expect(readFileSync(file('history.jsonl'), 'utf8').startsWith(content)).toBe(true);
  });
});

describe('a disk that fails', () => {
  it.each(['open', 'write', 'sync', 'rename'] as const)('loses nothing when %s fails', async (step) => {
    const { folder, workspace, decisions, disk } = await openIn(temporaryFolder());
    const made = await decisions.create('One', choiceDraft('first'));
    const listener = vi.fn();
    decisions.onChange(listener);
    origin.pass(HISTORY_PAUSE_MS + 1);
    disk.fail(step);
    const change = { id: made.id, revision: 1, name: 'One', draft: choiceDraft('second') };
    await expect(decisions.save(change)).rejects.toMatchObject({ code: 'IO_FAILED' });
    expect(await decisions.get(made.id)).toEqual(made);
    await expect(decisions.create('Two', choiceDraft('x'))).rejects.toMatchObject({ code: 'IO_FAILED' });
    expect(listener).not.toHaveBeenCalled();
    expect(decisions.list().map(({ name }) => name)).toEqual(['One']);

    disk.fail('none');
    expect((await decisions.save(change)).revision).toBe(2);
    expect((await decisions.history(made.id)).map(({ revision }) => revision)).toEqual([1]);
    await workspace.close();
    const again = await openIn(folder);
    expect(again.workspace.damaged).toEqual([]);
    expect(again.decisions.list().map(({ name }) => name)).toEqual(['One']);
  });

  it('writes nothing once the lock is lost', async () => {
    const folder = temporaryFolder();
    const lost = vi.fn();
    const workspace = await openWorkspace(failingDisk(), folder, 'the test', lost);
    onTestFinished(() => workspace.close());
    const decisions = await openDecisions(workspace, origin);
    const { id } = await decisions.create('One', choiceDraft('first'));
    rmdirSync(join(folder, 'lock'));
    await vi.waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: 10_000, interval: 100 });
    for (const call of [
      decisions.save({ id, revision: 1, name: 'One', draft: choiceDraft('second') }),
      decisions.create('Two', choiceDraft('x')),
      decisions.remove(id),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'WORKSPACE_LOCKED' });
    }
    expect((await decisions.get(id)).draft.evidence.text).toBe('first');
    expect(existsSync(join(folder, 'trash'))).toBe(false);
  }, 15_000);
});
