import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { type ServedHub, serveHub } from '../stand-ins/hub/serve-hub.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';
import { go } from './move-around.ts';
import { findBarriers, type Journey, openJourney } from './open-journey.ts';

const chromium = findChromium();
const tiny = join(import.meta.dirname, '../../fixtures/models/tiny-llama.gguf');
const REPOSITORY = 'someone/Tiny-GGUF';
const REVISION = 'e'.repeat(40);
const FILE = 'Tiny-F16.gguf';
/** The connection then says nothing, until it is paused. */
const SILENT_AFTER = 120_000;
const STEP_TIMEOUT_MS = 60_000;

/** A home with a model in the folders of two other programs: a blob of Ollama, a link in a cache of the hub. */
async function makeHome(home: string): Promise<string> {
  const bytes = await readFile(tiny);
  const digest = createHash('sha256').update(bytes).digest('hex');
  const ollama = join(home, '.ollama/models');
  const manifest = join(ollama, 'manifests/registry.ollama.ai/library/tiny/1b');
  await mkdir(join(ollama, 'blobs'), { recursive: true });
  await mkdir(join(manifest, '..'), { recursive: true });
  await writeFile(join(ollama, 'blobs', `sha256-${digest}`), bytes);
  const layer = { mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}`, size: bytes.length };
  await writeFile(manifest, JSON.stringify({ schemaVersion: 2, layers: [layer] }));

  const other = await readFile(join(tiny, '../tiny-gpt2.gguf')).catch(() => null);
  const cached = join(home, '.cache/huggingface/hub/models--someone--Cached-GGUF');
  await mkdir(join(cached, 'blobs'), { recursive: true });
  await mkdir(join(cached, 'snapshots', REVISION), { recursive: true });
  await writeFile(join(cached, 'blobs/blob'), other ?? bytes);
  await symlink('../../blobs/blob', join(cached, 'snapshots', REVISION, 'cached.gguf'));
  return ollama;
}

/** Every file below a folder with its size and time. */
async function listed(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.sort().map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
}

describe.skipIf(chromium === null)('From a folder of another program to a downloaded model, in Chromium', () => {
  let journey: Journey;
  let page: Page;
  let hub: ServedHub;
  let foreign: string;
  let before: string[];

  beforeAll(async () => {
    const home = temporaryFolder(afterAll);
    foreign = await makeHome(home);
    before = await listed(foreign);
    hub = await serveHub([
      {
        name: REPOSITORY,
        revision: REVISION,
        licence: 'mit',
        files: [{ path: FILE, bytes: await readFile(tiny), trouble: [{ kind: 'stall', after: SILENT_AFTER }] }],
      },
    ]);
    const models = temporaryFolder(afterAll);
    journey = await openJourney(chromium ?? '', models, { HOME: home, HF_ENDPOINT: hub.url });
    page = journey.page;
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
  }, 120_000);
  afterAll(async () => {
    await journey?.close();
    await hub?.close();
  });

  test('models in the folders of other programs are found, with whose they are', async () => {
    await go(page, 'Models');
    // Two threads on two busy cores wait for each other.
    await page.getByRole('textbox', { name: 'Threads' }).fill('1');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    const files = page.getByRole('list', { name: 'Model files' });
    await files.getByText('Ollama', { exact: true }).waitFor();
    await files.getByText('Hugging Face cache', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('one is inspected: facts, memory under other settings, and no way to delete it', async () => {
    await page.getByRole('button', { name: /^Details of tiny/ }).click();
    const details = page.getByRole('dialog');
    await details.getByRole('heading', { name: 'Memory' }).waitFor();
    await details.getByText(/^It (fits|may not fit|is expected)/).waitFor();
    await details.getByText('Whose it is').waitFor();
    expect(await details.getByRole('button', { name: 'Delete the file' }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('it is checked, and what was found stays', async () => {
    const details = page.getByRole('dialog');
    await details.getByRole('button', { name: 'Check how it answers' }).click();
    await details.getByRole('button', { name: 'Check again' }).waitFor({ timeout: 150_000 });
    const sentences = details.getByRole('region', { name: 'How it answers' }).getByRole('listitem');
    await expect.poll(() => sentences.count()).toBeGreaterThan(1);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
  });

  test('it is used on Decide', async () => {
    await go(page, 'Decide');
    const probability = page.getByRole('region', { name: /^Result:/ }).getByText(/\d\.\d{3}/);
    await probability.first().waitFor();
  });

  test('a model is found on the hub, downloaded with a pause, and complete', async () => {
    await go(page, 'Models');
    await page.getByRole('button', { name: 'Find on the hub' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find a model on the hub' });
    await dialog.getByRole('textbox', { name: 'Words of its name, or owner/name' }).fill('tiny');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: `Files of ${REPOSITORY}` }).click();
    await dialog.getByText('licence: mit').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: `Download ${FILE}` }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('120 kB of 334 kB').first().waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).first().click();
    await page
      .getByText(/^Paused · /)
      .first()
      .waitFor();
    const asked = hub.requests.length;
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
    await page.getByRole('button', { name: `Details of ${FILE}` }).waitFor();
    const ranges = hub.requests
      .slice(asked)
      .filter(({ host }) => host === 'storage')
      .map(({ range }) => range);
    expect(ranges).toEqual([`bytes=${SILENT_AFTER}-`]);
    expect(hub.sent.get(FILE)).toBe((await stat(tiny)).size);
  });

  test('it is deleted from the folder of the app, and nothing else was touched', async () => {
    await page.getByRole('button', { name: `Details of ${FILE}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the file' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: `Details of ${FILE}` }).waitFor({ state: 'detached' });
    expect(await listed(foreign)).toEqual(before);
  });

  test('nothing was written to the console as an error, and nothing left this machine', () => {
    expect(journey.problems).toEqual([]);
  });
});
