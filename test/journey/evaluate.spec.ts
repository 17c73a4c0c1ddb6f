import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { type Behaviour, ticketOptions, ticketSamples, ticketSet } from '../stand-ins/evaluation/made-up-samples.ts';
import { type EvaluationStandIn, serveEvaluation } from '../stand-ins/evaluation/serve-evaluation.ts';
import { runAction } from './move-around.ts';
import { findBarriers, type Journey, openPage } from './open-journey.ts';
import { tellFailures } from './tell-failure.ts';

const chromium = findChromium();

const good: Behaviour = { skill: 0.85, boldness: 0.05, constant: false, secondsEach: 0.4, failEvery: 0 };
const coarse: Behaviour = { ...good, skill: 0.5, boldness: 0.2 };
const constant: Behaviour = { ...good, constant: true, boldness: 0.2 };

const tickets = '019a0000-0000-7000-8000-000000000001';
const few = '019a0000-0000-7000-8000-000000000002';
const single = '019a0000-0000-7000-8000-000000000003';
const oneClass = '019a0000-0000-7000-8000-000000000004';
const unlabelled = '019a0000-0000-7000-8000-000000000005';

async function chooseSet(page: Page, name: string): Promise<void> {
  await page.getByLabel('Sample set', { exact: true }).selectOption({ label: name });
}

/** The headline of the run on screen. */
function headline(page: Page) {
  return page.getByRole('region', { name: /texts|letters/ }).first();
}

describe.skipIf(chromium === null)('Evaluate, Compare and Trust over made-up runs, in Chromium', () => {
  let standIn: EvaluationStandIn;
  let journey: Journey;
  let page: Page;

  tellFailures(() => journey?.page);
  beforeAll(async () => {
    standIn = await serveEvaluation();
    journey = await openPage(chromium ?? '', standIn.newAddress());
    page = journey.page;
  });
  afterAll(async () => {
    await journey?.close();
    await standIn?.close();
  });

  test('without samples each screen says what to do first', async () => {
    for (const [key, title] of [
      ['Control+3', 'No samples to evaluate on yet'],
      ['Control+4', 'Nothing to compare yet'],
      ['Control+5', 'Nothing to trust yet'],
    ]) {
      await page.keyboard.press(key ?? '');
      await page.getByRole('heading', { name: title ?? '' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
    }
  });

  test('a run grows on screen, is paused, resumed and done, and its numbers with it', async () => {
    await page.keyboard.press('Control+3');
    standIn.addSet({ set: ticketSet(tickets, 'tickets'), samples: ticketSamples(180) });
    await page.getByRole('heading', { name: 'Nothing is scored yet' }).waitFor();
    await page.getByLabel('Readout').selectOption('texts');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.getByText('Running: 0 of 180').first().waitFor();
    expect(await headline(page).textContent()).toContain('No labelled sample is scored yet');
    const [id = ''] = standIn.runIds();

    standIn.goOn(id, 5);
    await page.getByText(/^Right on \d of 5\. That is too few for a rate/).waitFor();
    standIn.goOn(id, 55);
    await page.getByText(/^Right on \d+ of 60: accuracy 0\.\d\d, 95 % interval/).waitFor();
    await page.getByText('among the 60 of 180 that were scored so far, and will change').waitFor();

    await page.getByRole('button', { name: /^Pause/ }).click();
    await page.getByText('Paused after 60 of 180').first().waitFor();
    await page.reload();
    await page.keyboard.press('Control+3');
    await page.getByText('Paused after 60 of 180').first().waitFor();
    await page.getByRole('button', { name: /^Resume/ }).click();
    await page
      .getByText(/^Running: 60 of 180, 2\.5 a second, about 48 s left/)
      .first()
      .waitFor();
    standIn.goOn(id, 120);
    await page.getByText('Done: 180 samples').first().waitFor();
    await page.getByText(/^Right on \d+ of 180/).waitFor();
  });

  test('a changed label and another part change the figures at once', async () => {
    const before = await headline(page).textContent();
    const wrong = Number(/Right on (\d+) of/.exec(before ?? '')?.[1]);
    standIn.changeSamples(tickets, (sample) => (sample.id === 't-001' ? { ...sample, label: 'technical' } : sample));
    await page.getByText(`Right on ${wrong - 1} of 180`).waitFor();
    standIn.changeSamples(tickets, (sample) =>
      sample.id === 't-001' ? { ...sample, label: 'account_access' } : sample,
    );
    await page.getByText(`Right on ${wrong} of 180`).waitFor();
    await page.getByText('Test', { exact: true }).click();
    await page.getByText(/^Right on \d+ of 99/).waitFor();
    await page.getByText('All', { exact: true }).click();
  });

  test('a number opens its rows, and a row its evidence', async () => {
    const cell = page.getByRole('table', { name: 'Confusion matrix' }).getByRole('button').first();
    // the figures of the filter before are being replaced
    await expect
      .poll(async () => {
        const before = await cell.textContent();
        await page.waitForTimeout(700);
        return before === (await cell.textContent());
      })
      .toBe(true);
    const count = Number(await cell.textContent());
    await cell.click();
    const panel = page.getByRole('dialog', { name: /answered/ });
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(count);
    await panel.getByRole('button', { expanded: false }).first().click();
    await panel.getByText('This is the whole evidence.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('failed rows are in no figure, can be opened and tried again', async () => {
    standIn.addRun(tickets, 'Q4_1 · texts', { ...good, skill: 0.83, failEvery: 23 }, { rows: 180, state: 'done' });
    await page.getByRole('button', { name: /^Q4_1 · texts/ }).click();
    await page
      .getByText(/^7 samples failed and are in no figure\. Counted as wrong, \d+ of 180 would be right/)
      .waitFor();
    await page.getByRole('button', { name: '7 failed samples' }).click();
    await page.getByText('The prompt has 1,310 tokens').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Retry the failed samples of Q4_1 · texts' }).click();
    await page.getByText(/^Right on \d+ of 180/).waitFor();
    expect(await page.getByText('samples failed').count()).toBe(0);
  });

  test('a constant answerer and a cancelled run are called what they are', async () => {
    const id = standIn.addRun(tickets, 'Q8_0 · letters', constant, { rows: 150, state: 'running' });
    await page.getByRole('button', { name: /^Q8_0 · letters/ }).click();
    await page.getByText('This configuration answers account_access on 100 % of samples').waitFor();
    await page.getByRole('button', { name: 'Cancel Q8_0 · letters' }).click();
    await page.getByText(/^This run was cancelled\. .* 150 of 180 .* say nothing of the other 30\.$/).waitFor();
    expect(standIn.summaryOf(id).run.state).toBe('cancelled');
  });

  test.each([
    ['eight', few, 8, (at: number) => ticketOptions[at % 5] ?? null, /^Right on \d of 8\. That is too few for a rate/],
    ['one', single, 1, () => 'billing', /^Right on [01] of 1\. That is too few for a rate/],
    ['all one label', oneClass, 40, () => 'billing', /^All 40 labels are billing/],
    ['no label', unlabelled, 12, () => null, 'No labelled sample is scored yet, so nothing can be said'],
  ])('the truth for %s', async (name, id, count, labelOf, words) => {
    standIn.addSet({ set: ticketSet(id, name), samples: ticketSamples(count, labelOf) });
    standIn.addRun(id, 'Q8_0 · texts', good, { rows: count, state: 'done' });
    await chooseSet(page, name);
    await page.getByText(words).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    for (const screen of ['Control+4', 'Control+5', 'Control+3']) await page.keyboard.press(screen);
    await page.getByText(words).waitFor();
  });

  test('a run that stopped before its first row shows no empty measures', async () => {
    const id = '019a0000-0000-7000-8000-000000000006';
    standIn.addSet({ set: ticketSet(id, 'stopped'), samples: ticketSamples(20) });
    standIn.addRun(id, 'Q8_0 · texts', good, { rows: 0, state: 'failed' });
    await chooseSet(page, 'stopped');
    await page.getByText(/^This run stopped with a fault\./).waitFor();
    expect(await page.getByRole('table', { name: 'Measures' }).count()).toBe(0);
  });

  test('runs are compared on the samples that all have, with verdicts in words', async () => {
    standIn.addRun(tickets, 'Q2_K · texts', coarse, { rows: 180, state: 'done' });
    await chooseSet(page, 'tickets');
    await page.keyboard.press('Control+4');
    await page.getByRole('heading', { name: /^On the 150 samples that all 4 have scored/ }).waitFor();
    const table = page.getByRole('table', { name: 'Comparison', exact: true });
    await table.getByText('worse').first().waitFor();
    expect(await table.getByRole('row').nth(1).textContent()).toContain('baseline');
    expect(await table.getByText('answers account_access on 100 % of samples').count()).toBe(1);
    await page.getByText('3 comparisons, adjusted by').waitFor();
    const answer = page.getByRole('region', { name: 'How small may the model be?' });
    const strict = await answer.textContent();
    await page.getByLabel('May lose, in points').fill('45');
    await answer.getByText(/is the smallest file shown to lose at most 45 points/).waitFor();
    expect(strict).not.toContain('45 points');
    await page.getByLabel('May lose, in points').fill('2');
  });

  test('the matrix is gone through with J and K, and Enter opens a sample', async () => {
    await page.getByText(/^Differ \d+$/).click();
    const grid = page.getByRole('grid', { name: 'Samples and configurations' });
    await grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const chosen = grid.getByRole('row', { selected: true });
    const id = (await chosen.getByRole('gridcell').first().textContent()) ?? '';
    expect(await grid.getAttribute('aria-activedescendant')).toMatch(/-1$/);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: new RegExp(`^${id}`) });
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(4);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await findBarriers(page)).toEqual([]);
  });

  test('the comparison is a file with all that repeats it', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), runAction(page, 'Export the comparison')]);
    expect(download.suggestedFilename()).toBe('comparison-tickets.md');
  });

  test('the threshold is dragged with the arrow keys, and both parts follow', async () => {
    await page.keyboard.press('Control+5');
    await page.getByLabel('Run', { exact: true }).selectOption({ label: 'Q8_0 · texts' });
    await page.getByText(/^(Verified|Not shown):/).waitFor();
    const slider = page.getByRole('slider', { name: /^Threshold/ });
    const before = await slider.getAttribute('aria-valuenow');
    await slider.focus();
    for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowLeft');
    const after = await slider.getAttribute('aria-valuenow');
    expect(Number(after)).toBeLessThan(Number(before));
    await page.getByRole('heading', { name: /^Accept when the confidence is at least/ }).waitFor();
    // The line and the workbench say the same of the test part.
    const sentence = page.getByText(/[Oo]n the 99 samples of the test part it accepts \d+/);
    await sentence.waitFor();
    const accepted = /accepts (\d+)/.exec((await sentence.textContent()) ?? '')?.[1];
    await page.getByRole('button', { name: `${accepted} accepted samples of Test` }).waitFor();

    await page.getByLabel('Accept an answer').selectOption('target');
    await page.getByLabel('Target accuracy').fill('0.999');
    await page.getByText(/^Not attainable with these samples/).waitFor();
    expect(await page.getByRole('button', { name: 'Save the configuration' }).isDisabled()).toBe(true);
    await page.getByLabel('Target accuracy').fill('0.9');
    await page.getByText(/^(Verified|Not shown):/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('a configuration is saved with its evidence, verified and deleted', async () => {
    await page.getByLabel('Name of the configuration').fill('Tickets, 0.9');
    await page.getByRole('button', { name: 'Save the configuration' }).click();
    await page.getByText('Saved “Tickets, 0.9”.').waitFor();
    await page.getByText(/Held out: accuracy .* judged on 99 samples/).waitFor();
    await page.getByRole('button', { name: 'Verify Tickets, 0.9' }).click();
    await page
      .getByRole('status')
      .getByText(/(holds|shown|differ)/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Delete Tickets, 0.9' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('None yet. What you save here').waitFor();
  });

  test.each([
    ['Dark', 'standard'],
    ['High contrast', 'high'],
    ['Light', 'high'],
  ])('no barrier after “%s”', async (action, contrast) => {
    await runAction(page, action);
    await expect.poll(() => page.locator('html').getAttribute('data-contrast')).toBe(contrast);
    for (const key of ['Control+3', 'Control+4', 'Control+5']) {
      await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: /Evaluate|Compare|Trust/ }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
    }
  });

  test('nothing was written to the console as an error, and nothing left this machine', () => {
    expect(journey.problems).toEqual([]);
  });
});
