import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { go, runAction } from './move-around.ts';
import { findBarriers, type Journey, openJourney } from './open-journey.ts';
import { tellFailures } from './tell-failure.ts';

const chromium = findChromium();
const fixtures = join(import.meta.dirname, '../../fixtures');

/** Ten times what a quiet machine needs: other work may take most of this one. */
const RUN_TIMEOUT_MS = 600_000;
const STEP_TIMEOUT_MS = 60_000;
/** Rows of which the pause leaves most unscored. */
const PAUSE_AFTER = 8;
const UNLABELLED = 12;
const TO_LABEL = 10;

const wide = { width: 1280, height: 800 };
const narrow = { width: 700, height: 800 };

/** No barrier in light and in dark, and nothing that is cut off sideways in a narrow window; the light one stays. */
async function expectNoBarriers(page: Page): Promise<void> {
  for (const [action, scheme] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
  ] as const) {
    await runAction(page, action);
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(scheme);
    expect(await findBarriers(page), scheme).toEqual([]);
  }
  await page.setViewportSize(narrow);
  const cut = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(cut, 'pixels cut off').toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);
}

/** The card of a run in the list, by the name of its configuration. */
function runCard(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) });
}

/** Rows that a run has, as its card says. */
async function rowsDone(card: Locator): Promise<number> {
  const words = (await card.textContent()) ?? '';
  return Number(/(?:Running: |Paused after )(\d+) of/.exec(words)?.[1] ?? 0);
}

/** The labelled tickets under other names, the first of them without a label, as a table from a ticket system. */
async function ticketTable(): Promise<{ text: string; rows: number }> {
  const text = await readFile(join(fixtures, 'samples/support-tickets.csv'), 'utf8');
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  const rows = data.map(({ id, text: says, expected }, at) => ({
    ticket: id,
    says,
    queue: at < UNLABELLED ? '' : expected,
    desk: ['north', 'south'][at % 2],
  }));
  return { text: Papa.unparse(rows, { delimiter: ';' }), rows: rows.length };
}

describe.skipIf(chromium === null)('From a table to a decision with a threshold, in Chromium', () => {
  let journey: Journey;
  let page: Page;
  let models: string;
  let rows: number;
  let labelled: number;
  let threshold: number;

  tellFailures(() => journey?.page);
  beforeAll(async () => {
    models = await mkdtemp(join(tmpdir(), 'workbench-models-'));
    await copyFile(join(fixtures, 'models/tiny-llama.gguf'), join(models, 'tiny-llama.gguf'));
    journey = await openJourney(chromium ?? '', join(models, 'none-fetched'));
    page = journey.page;
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
  }, RUN_TIMEOUT_MS);
  afterAll(async () => {
    await journey?.close();
    await rm(models, { recursive: true, force: true });
  });

  test('a model file is added where it lies, and one thread is enough for it', async () => {
    await go(page, 'Models');
    await page.getByRole('textbox', { name: 'Threads' }).fill('1');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await runAction(page, 'Add a model file');
    await page.getByRole('textbox', { name: 'Path on this machine' }).fill(join(models, 'tiny-llama.gguf'));
    await page.keyboard.press('Enter');
    await page.getByText('One model is in the list now.').waitFor();
    await expectNoBarriers(page);
  });

  test('a table is imported after its columns were mapped', async () => {
    const table = await ticketTable();
    rows = table.rows;
    labelled = rows - UNLABELLED;
    await go(page, 'Samples');
    await page.getByRole('button', { name: 'Import a file or a table' }).click();
    const file = { name: 'tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(table.text) };
    await page.locator('input[type="file"]').setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: 'Import samples' });
    await dialog.getByRole('heading', { name: 'Report' }).waitFor();
    await dialog.getByLabel('What ticket is').selectOption('id');
    await dialog.getByLabel('What desk is').selectOption('group');
    await dialog.getByLabel('What desk is').selectOption('note');
    await dialog.getByLabel('What says is').selectOption('evidence');
    await dialog.getByLabel('What queue is').selectOption('label');
    // Chosen faster than the file is read anew: each choice must have been kept.
    await expect.poll(() => dialog.getByLabel('What ticket is').inputValue()).toBe('id');
    await dialog.getByText('Ready. Nothing is stored yet.').waitFor();
    for (const [column, role] of [
      ['says', 'evidence'],
      ['queue', 'label'],
      ['desk', 'note'],
    ]) {
      expect(await dialog.getByLabel(`What ${column} is`).inputValue()).toBe(role);
    }
    await expectNoBarriers(page);
    await dialog.getByRole('button', { name: `Import ${rows} samples` }).click();
    await page.getByText(`${labelled} of ${rows} labelled`).waitFor();
    await page.getByRole('grid', { name: 'Samples' }).getByText('ticket-012').waitFor();
    expect(await page.getByRole('region', { name: /^Sample / }).textContent()).toContain('ticket-012');
    await expectNoBarriers(page);
  });

  test('ten are labelled by keyboard', async () => {
    await page.getByRole('button', { name: 'Label by keyboard' }).click();
    for (let label = 0; label < TO_LABEL; label++) {
      await page.keyboard.press(String((label % 3) + 1));
      labelled += 1;
      await page.getByText(`${labelled} of ${rows} labelled`).waitFor();
    }
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Label by keyboard' }).waitFor();
  });

  test(
    'two configurations run one after the other; a pause lasts over a reload',
    async () => {
      await page.getByRole('button', { name: 'Evaluate', exact: true }).last().click();
      const readout = page.getByRole('combobox', { name: 'Readout' });
      await readout.selectOption('letters');
      await page.getByRole('button', { name: 'Another configuration' }).click();
      await readout.nth(1).selectOption('texts');
      await page.getByRole('button', { name: 'Start 2 runs' }).click();

      const letters = runCard(page, 'tiny-llama · letters');
      await expect
        .poll(() => rowsDone(letters), { timeout: RUN_TIMEOUT_MS, interval: 50 })
        .toBeGreaterThan(PAUSE_AFTER);
      await letters.getByRole('button', { name: /^Pause/ }).click();
      // The sample under way is still finished.
      await letters.getByText(/^Paused after/).waitFor();
      await expectNoBarriers(page);
      const paused = await rowsDone(letters);
      expect(paused).toBeLessThan(labelled);

      await page.reload();
      await go(page, 'Evaluate');
      await letters.getByText(`Paused after ${paused} of ${labelled}`).waitFor();
      await letters.getByRole('button', { name: /^Resume/ }).click();
      await letters.getByText(`Done: ${labelled} samples`).waitFor({ timeout: RUN_TIMEOUT_MS });
      await runCard(page, 'tiny-llama · texts')
        .getByText(`Done: ${labelled} samples`)
        .waitFor({ timeout: RUN_TIMEOUT_MS });
      await page.getByText(new RegExp(`^Right on \\d+ of ${labelled}: accuracy`)).waitFor();
      await expectNoBarriers(page);
    },
    2 * RUN_TIMEOUT_MS,
  );

  test('they are compared, and the flips are opened', async () => {
    await go(page, 'Compare');
    await page.getByRole('heading', { name: `On the ${labelled} samples that both have scored` }).waitFor();
    const flips = page.getByRole('button', { name: /^\d+ flips of/ });
    const count = Number(await flips.textContent());
    expect(count).toBeGreaterThan(0);
    await expectNoBarriers(page);
    await flips.click();
    await page.getByRole('dialog', { name: new RegExp(`^Flips: .*: ${count} samples?$`) }).waitFor();
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
  });

  test('the threshold is dragged with the arrow keys, and the configuration saved', async () => {
    await go(page, 'Trust');
    await page.getByLabel('Run', { exact: true }).selectOption({ label: 'tiny-llama · letters' });
    // The fitted temperature moves the confidences.
    await page.getByText(/^(Verified|Not shown|Not attainable)/).waitFor();
    const slider = page.getByRole('slider', { name: /^Threshold/ });
    await slider.focus();
    await page.keyboard.press('End');
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft');
    const rule = page.getByRole('heading', { name: /^Accept when the confidence is at least 0\.\d{3}$/ });
    threshold = Number(/[\d.]+$/.exec((await rule.textContent()) ?? '')?.[0]);
    expect(Number(await slider.getAttribute('aria-valuenow'))).toBeLessThan(100);
    await page.getByRole('combobox', { name: 'Below that, fall back to' }).fill('human');
    await page.getByLabel('Name of the configuration').fill('Tickets');
    await page.getByRole('button', { name: 'Save the configuration' }).click();
    await page.getByText('Saved “Tickets”.').waitFor();
    await expectNoBarriers(page);
  });

  test('Decide acts under it, or falls back and says why', async () => {
    await page.getByRole('button', { name: 'Use Tickets on Decide' }).click();
    const choice = page.getByText(/^(account_access|billing|sales|human) \((accepted|falls back to human): /);
    await choice.waitFor({ timeout: RUN_TIMEOUT_MS });
    const words = (await choice.textContent()) ?? '';
    const [, acted] = /^(\w+) \(/.exec(words) ?? [];
    const confidence = Math.max(
      ...(
        await page
          .getByRole('region', { name: /^Result:/ })
          .getByRole('listitem')
          .allInnerTexts()
      ).map((bar) => Number(/\d\.\d+/.exec(bar)?.[0])),
    );
    expect(acted === 'human', words).toBe(confidence < threshold);
    await page.getByText('Up to date').waitFor();
    await expectNoBarriers(page);
  });

  test('a run under the configuration says which answers it leaves to somebody else', async () => {
    await go(page, 'Evaluate');
    await page.getByRole('combobox', { name: 'Saved as' }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Start the run' }).click();
    await runCard(page, 'tiny-llama · under Tickets')
      .getByText(`Done: ${labelled} samples`)
      .waitFor({ timeout: RUN_TIMEOUT_MS });
    await go(page, 'Compare');
    await page.getByRole('heading', { name: `On the ${labelled} samples that all 3 have scored` }).waitFor();
    const filter = page.getByText(/^Abstained [1-9]\d*$/);
    await filter.click();
    const grid = page.getByRole('grid', { name: 'Samples and configurations' });
    await grid.getByText('abstains').first().waitFor();
    const count = Number(/\d+$/.exec((await filter.textContent()) ?? '')?.[0]);
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBe(count + 1);
    await expectNoBarriers(page);
  });

  test('nothing was written to the console as an error, and nothing left this machine', () => {
    expect(journey.problems).toEqual([]);
  });
});
