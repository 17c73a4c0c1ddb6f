import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Configuration, configurationSchema } from '../../adapter/configuration/configuration.ts';
import { readConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { manualOrigin } from '../../test/stand-ins/manual-origin.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { openWorkspace } from '../store/workspace.ts';
import { openConfigurations } from './configuration-store.ts';

const configuration = configurationSchema.parse(golden.configuration);
const another: Configuration = { ...configuration, decisions: [] };

async function openIn(folder = temporaryFolder(), disk = failingDisk()) {
  const origin = manualOrigin();
  const workspace = await openWorkspace(disk, folder, 'the test', () => undefined);
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= workspace.close();
    return closed;
  };
  onTestFinished(close);
  return { folder, disk, origin, workspace, close, store: await openConfigurations(workspace, origin.now) };
}

describe('configurations of a workspace', () => {
  it('are saved under their hash, listed newest first, and there again', async () => {
    const { folder, store, origin, close } = await openIn();
    const listener = vi.fn();
    store.onChange(listener);
    const first = await store.save('Tickets', configuration);
    expect(first).toMatchObject({ sha256: golden.sha256, name: 'Tickets', configuration });
    origin.pass(1000);
    const second = await store.save('None', another);
    expect(store.list()).toEqual([second, first]);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(readdirSync(join(folder, 'configurations')).sort()).toEqual(
      [`${first.sha256}.json`, `${second.sha256}.json`].sort(),
    );
    // The file is the one that the command line reads.
    const text = readFileSync(join(folder, 'configurations', `${first.sha256}.json`));
    expect(readConfigurationFile(text, 'lock.json')).toMatchObject({ sha256: golden.sha256, configuration });
    await close();
    const again = await openIn(folder);
    expect(again.store.list()).toEqual([second, first]);
    expect(again.workspace.damaged).toEqual([]);
  });

  it('saved again keep the older proof beside the newer', async () => {
    const { store } = await openIn();
    await store.save('Tickets', configuration);
    const newer = configuration.evidence.map((proof) => ({ ...proof, sample_set_sha256: '1'.repeat(64), n_test: 500 }));
    const { name, configuration: merged } = await store.save('Tickets 2', { ...configuration, evidence: newer });
    expect(name).toBe('Tickets 2');
    expect(merged.evidence).toEqual([...newer, ...configuration.evidence]);
    expect(store.list()).toHaveLength(1);
    const same = configuration.evidence.map((proof) => ({ ...proof, n_test: 97 }));
    const replaced = await store.save('Tickets', { ...configuration, evidence: same });
    expect(replaced.configuration.evidence).toEqual([...same, ...newer]);
  });

  it('go into the trash, and are then not found', async () => {
    const { folder, store } = await openIn();
    await store.save('Tickets', configuration);
    await store.remove(golden.sha256);
    expect(store.list()).toEqual([]);
    expect(readdirSync(join(folder, 'trash'))).toEqual([`${golden.sha256}.json`]);
    expect(() => store.get(golden.sha256)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
    await expect(store.remove(golden.sha256)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each(['open', 'write', 'sync', 'rename'] as const)('are as before when the disk fails at %s', async (step) => {
    const { folder, disk, store, close } = await openIn();
    await store.save('Tickets', configuration);
    const before = store.list();
    disk.fail(step);
    await expect(store.save('Renamed', configuration)).rejects.toMatchObject({ code: 'IO_FAILED' });
    await expect(store.save('New', another)).rejects.toMatchObject({ code: 'IO_FAILED' });
    expect(store.list()).toEqual(before);
    disk.fail('none');
    await close();
    const again = await openIn(folder);
    expect(again.store.list()).toEqual(before);
    expect(again.workspace.damaged).toEqual([]);
    expect(readdirSync(join(folder, 'configurations'))).toEqual([`${golden.sha256}.json`]);
  });

  it('that a killed process was writing leave nothing behind', async () => {
    const { folder, store, close } = await openIn();
    await store.save('Tickets', configuration);
    await close();
    writeFileSync(join(folder, 'configurations', `${'1'.repeat(64)}.json.123-4.tmp`), '{"form');
    const again = await openIn(folder);
    expect(again.store.list()).toHaveLength(1);
    expect(readdirSync(join(folder, 'configurations'))).toEqual([`${golden.sha256}.json`]);
  });

  it.each([
    ['half a file', (text: string) => text.slice(0, 200), ''],
    ['a threshold changed by hand', (text: string) => text.replace('"threshold": 0.62', '"threshold": 0.1'), 'sha256'],
    ['a later version', (text: string) => text.replace('"format": 1', '"format": 2'), 'format'],
    ['a wrong value', (text: string) => text.replace('"both-ways"', '"random"'), 'configuration.scoring.order'],
  ])('with %s are named with the path, left alone, and the rest opens', async (_, damage, field) => {
    const { folder, store, close } = await openIn();
    await store.save('Tickets', configuration);
    await store.save('None', another);
    await close();
    const path = join(folder, 'configurations', `${golden.sha256}.json`);
    const text = damage(readFileSync(path, 'utf8'));
    writeFileSync(path, text);
    const again = await openIn(folder);
    expect(again.store.list().map(({ name }) => name)).toEqual(['None']);
    const [fault, ...more] = again.workspace.damaged;
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ code: 'FILE_DAMAGED', message: expect.stringContaining(path) });
    if (field !== '') expect(fault?.fields.map((one) => one.path)).toContain(field);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('under another’s name are refused', async () => {
    const { folder, store, close } = await openIn();
    await store.save('Tickets', configuration);
    await close();
    const home = join(folder, 'configurations');
    const foreign = `${'2'.repeat(64)}.json`;
    writeFileSync(join(home, foreign), readFileSync(join(home, `${golden.sha256}.json`)));
    const again = await openIn(folder);
    expect(again.store.list()).toHaveLength(1);
    expect(again.workspace.damaged[0]?.message).toContain(foreign);
  });
});
