import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { manualOrigin } from '../../test/stand-ins/manual-origin.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { defaultSettings, openSettings } from './settings-store.ts';
import { openWorkspace } from './workspace.ts';

async function openIn(folder: string, disk = failingDisk()) {
  const workspace = await openWorkspace(disk, folder, 'the test', () => undefined);
  onTestFinished(() => workspace.close());
  return { workspace, disk, settings: await openSettings(workspace, manualOrigin().now) };
}

it('keeps a change, tells it with what was before, and leaves the rest', async () => {
  const folder = temporaryFolder();
  const { settings, workspace } = await openIn(folder);
  expect(settings.isNew).toBe(true);
  expect(settings.get()).toEqual(defaultSettings);
  const listener = vi.fn();
  settings.onChange(listener);
  await settings.change({ color_scheme: 'dark' });
  await settings.change({ max_prompt_tokens: 100, contrast: undefined });
  const expected = { ...defaultSettings, color_scheme: 'dark', max_prompt_tokens: 100 };
  expect(settings.get()).toEqual(expected);
  expect(listener).toHaveBeenLastCalledWith(expected, { ...defaultSettings, color_scheme: 'dark' });
  await workspace.close();

  const again = await openIn(folder);
  expect(again.settings.get()).toEqual(expected);
  expect(again.settings.isNew).toBe(false);
});

it('loses no change of several at once', async () => {
  const { settings } = await openIn(temporaryFolder());
  await Promise.all([
    settings.change({ color_scheme: 'light' }),
    settings.change({ last_model: '/models/a.gguf' }),
    settings.change({ contrast: 'high' }),
  ]);
  expect(settings.get()).toMatchObject({ color_scheme: 'light', last_model: '/models/a.gguf', contrast: 'high' });
});

it('names a damaged file, works with the defaults, and keeps the file when it writes', async () => {
  const folder = temporaryFolder();
  const text = '{"format":1,"max_prompt_tokens":"many"}';
  writeFileSync(join(folder, 'settings.json'), text);
  const { settings, workspace } = await openIn(folder);
  expect(workspace.damaged).toMatchObject([
    { code: 'FILE_DAMAGED', message: expect.stringContaining('settings.json'), next: expect.stringContaining('kept') },
  ]);
  expect(workspace.damaged[0]?.fields.map(({ path }) => path)).toContain('max_prompt_tokens');
  expect(settings.get()).toEqual(defaultSettings);
  expect(settings.isNew).toBe(false);
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(text);

  await settings.change({ contrast: 'high' });
  const aside = readdirSync(folder).filter((name) => name.startsWith('settings.damaged-'));
  expect(aside).toHaveLength(1);
  expect(readFileSync(join(folder, aside[0] ?? ''), 'utf8')).toBe(text);
  expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toMatchObject({ contrast: 'high' });
});

it('is as before when the disk is full', async () => {
  const folder = temporaryFolder();
  const { settings, disk } = await openIn(folder);
  await settings.change({ contrast: 'high' });
  const listener = vi.fn();
  settings.onChange(listener);
  disk.fail('write');
  await expect(settings.change({ contrast: 'standard' })).rejects.toMatchObject({ code: 'IO_FAILED' });
  expect(settings.get().contrast).toBe('high');
  expect(listener).not.toHaveBeenCalled();
  expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toMatchObject({ contrast: 'high' });
});
