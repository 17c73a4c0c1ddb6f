import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { runAction } from './move-around.ts';
import { findBarriers, type Journey, openJourney } from './open-journey.ts';
import { tellFailures } from './tell-failure.ts';

const chromium = findChromium();
/** Loading and scoring on a busy two-core machine. */
const SCORE_TIMEOUT_MS = 120_000;

/** Many tokens, so that there is time to cancel. */
const longEvidence = 'The caller explains at length what happened on every single day of that long week. '.repeat(60);

function results(page: Page) {
  return page.getByRole('region', { name: /^Result:/ });
}

/** Option names with their probabilities, in the order on screen. */
async function readBars(page: Page): Promise<[string, number][]> {
  const rows = await results(page).first().getByRole('listitem').allInnerTexts();
  return rows.map((row): [string, number] => {
    const [name = '', value = ''] = row.replace(', leads', '').trim().split(/\s+/);
    return [name, Number(value)];
  });
}

async function waitForScore(page: Page): Promise<void> {
  await page.getByText('Up to date').waitFor({ timeout: SCORE_TIMEOUT_MS });
}

async function waitForNewScore(page: Page, before: [string, number][]): Promise<[string, number][]> {
  await expect.poll(() => readBars(page), { timeout: SCORE_TIMEOUT_MS, interval: 200 }).not.toEqual(before);
  await waitForScore(page);
  return readBars(page);
}

/** What a command of a person writes. */
async function inShell(command: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', command])).stdout;
}

describe.skipIf(chromium === null)('Decide, in Chromium through browser mode', () => {
  let journey: Journey;
  let page: Page;
  let first: [string, number][];

  tellFailures(() => journey?.page);
  beforeAll(async () => {
    journey = await openJourney(chromium ?? '');
    page = journey.page;
  });
  afterAll(() => journey?.close());

  test('opens with the example and its bars', async () => {
    await waitForScore(page);
    first = await readBars(page);
    expect(first.map(([name]) => name)).toEqual(['account_access', 'billing', 'sales']);
    expect(first.reduce((sum, [, value]) => sum + value, 0)).toBeCloseTo(1, 2);
    const [, leading] = first[0] ?? ['', 0];
    expect(leading).toBeGreaterThan(0.5);
    expect(await results(page).textContent()).toContain('account_access leads with');
  });

  test('an edit of the evidence moves the bars', async () => {
    const evidence = page.getByRole('textbox', { name: 'Evidence' });
    await evidence.fill('The customer was charged twice on the invoice and wants the payment back.');
    const edited = await waitForNewScore(page, first);
    expect(edited.map(([name]) => name)).toEqual(first.map(([name]) => name));
    const billing = (bars: [string, number][]) => bars.find(([name]) => name === 'billing')?.[1] ?? 0;
    expect(billing(edited)).toBeGreaterThan(billing(first));
  });

  test('undo brings the evidence and the bars back', async () => {
    const edited = await readBars(page);
    await page.getByRole('textbox', { name: 'Evidence' }).press('Control+z');
    expect(await waitForNewScore(page, edited)).toEqual(first);
    await page.keyboard.press('Control+Shift+z');
    expect(await waitForNewScore(page, first)).toEqual(edited);
    await page.keyboard.press('Control+z');
    expect(await waitForNewScore(page, edited)).toEqual(first);
  });

  test('reversing the options reverses the bars, and with texts no number changes', async () => {
    await page.keyboard.press('Control+Shift+r');
    expect(await waitForNewScore(page, first)).toEqual(first.toReversed());
    await page.keyboard.press('Control+z');
    await waitForNewScore(page, first.toReversed());
  });

  test('a running score can be cancelled, and the bars stay', async () => {
    await page.getByRole('textbox', { name: 'Evidence' }).fill(longEvidence);
    await page.getByText(/^Scoring/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled. The bars show an earlier state.').waitFor();
    expect(await readBars(page)).toEqual(first);
    await page.keyboard.press('Control+z');
    await waitForScore(page);
  });

  test('a fault stands beside its field', async () => {
    const id = page.getByRole('textbox', { name: 'Id of option 2' });
    await id.fill('account_access');
    await expect.poll(() => id.getAttribute('aria-invalid')).toBe('true');
    const described = await id.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(/same id|already|once/i);
    await page.keyboard.press('Control+z');
    await expect.poll(() => id.getAttribute('aria-invalid')).toBe('false');
    await waitForScore(page);
  });

  test('the keyboard alone adds, fills, moves and removes an option', async () => {
    await page.getByRole('textbox', { name: 'Id of option 3' }).focus();
    await page.keyboard.press('Enter');
    const added = page.getByRole('textbox', { name: 'Id of option 4' });
    await expect.poll(() => added.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('complaint');
    await page.keyboard.press('Tab');
    await page.keyboard.type('A complaint about our service.');
    await page.keyboard.press('Alt+ArrowUp');
    const moved = page.getByRole('textbox', { name: 'Description of complaint' });
    await expect.poll(() => moved.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByRole('textbox', { name: 'Id of option 3' }).inputValue()).toBe('complaint');

    await page.getByRole('button', { name: 'Move complaint', exact: true }).focus();
    // each key is heard once the one before was said
    await page.keyboard.press('Space');
    await page.getByText('complaint is over place 3 of 4.').waitFor({ state: 'attached' });
    // a person's pace: the places are measured a moment after the option was picked up
    await page.waitForTimeout(700);
    await page.keyboard.press('ArrowUp');
    await page.getByText('complaint is over place 2 of 4.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await expect.poll(() => page.getByRole('textbox', { name: 'Id of option 2' }).inputValue()).toBe('complaint');

    await page.getByRole('button', { name: 'Remove complaint' }).focus();
    await page.keyboard.press('Enter');
    await waitForScore(page);
    expect(await readBars(page)).toEqual(first);
  });

  test('a pasted list is shown before it becomes options', async () => {
    await runAction(page, 'Paste a list of options');
    await page.getByRole('textbox', { name: 'List' }).fill('- refund: Money back\n2) Exchange the goods');
    const preview = page.getByRole('table');
    expect(await preview.textContent()).toContain('exchange_the_goods');
    await page.getByRole('button', { name: 'Add 2' }).click();
    expect(await page.getByRole('textbox', { name: 'Id of option 5' }).inputValue()).toBe('exchange_the_goods');
    await page.keyboard.press('Control+z');
    await waitForScore(page);
  });

  test('what is typed is kept: it is there after the page is loaded again', async () => {
    await page.getByRole('textbox', { name: 'Name of the decision' }).fill('Routing, kept');
    await page.getByText('Saved').waitFor();
    await page.reload();
    await waitForScore(page);
    expect(await page.getByRole('textbox', { name: 'Name of the decision' }).inputValue()).toBe('Routing, kept');
  });

  test('history shows the difference and compares the results', async () => {
    await page.keyboard.press('Control+s');
    await page.getByRole('textbox', { name: 'Name of this version' }).fill('First wording');
    await page.keyboard.press('Enter');
    await page.getByText('Kept in the history.').waitFor();
    await page.getByRole('textbox', { name: 'Evidence' }).fill('The invoice shows a payment twice.');
    await page.getByText('Saving…').waitFor();
    await page.getByText('Saved').waitFor();
    await waitForScore(page);
    await page.keyboard.press('Control+Shift+h');
    const drawer = page.getByRole('dialog', { name: 'History of this decision' });
    await drawer.getByRole('button', { name: 'First wording' }).click();
    await drawer.locator('ins').first().waitFor();
    await drawer.getByRole('button', { name: 'Compare with this version' }).click();
    await page.getByText(/The other version chose/).waitFor({ timeout: SCORE_TIMEOUT_MS });
    await page.getByRole('button', { name: 'Stop comparing' }).click();
  });

  test('prompt, tokens and hash are one step away', async () => {
    await page.keyboard.press('Control+i');
    const details = page.getByRole('dialog', { name: /^Details/ });
    await details
      .getByText(/^SHA-256|SHA-256/)
      .first()
      .waitFor();
    expect(await details.locator('pre').textContent()).toContain('The invoice shows a payment twice.');
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
  });

  test.each([
    ['light', 'Light', 'standard'],
    ['dark', 'Dark', 'standard'],
    ['dark', 'High contrast', 'high'],
    ['light', 'Light', 'high'],
  ])('no barrier for WCAG 2.2 AA: %s after “%s”', async (scheme, action, contrast) => {
    await runAction(page, action);
    const html = page.locator('html');
    await expect.poll(() => html.getAttribute('data-mantine-color-scheme')).toBe(scheme);
    await expect.poll(() => html.getAttribute('data-contrast')).toBe(contrast);
    expect(await findBarriers(page)).toEqual([]);

    await page.keyboard.press('Control+/');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts and help' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+6');
    await page.getByRole('heading', { name: 'Models' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Control+1');
  });

  test('the model is shared: the command on screen works, and the screen counts it', async () => {
    await runAction(page, 'Share the model on this machine');
    const dialog = page.getByRole('dialog', { name: 'Share the model on this machine' });
    await dialog.getByRole('checkbox', { name: 'Callers must send a key' }).check();
    await dialog.getByRole('textbox', { name: 'Port' }).fill('0');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Share', exact: true }).click();
    const shared = page.getByRole('dialog', { name: 'The model is shared' });
    const command = (await shared.getByRole('region', { name: 'Try it in a terminal' }).textContent()) ?? '';
    expect(await findBarriers(page)).toEqual([]);
    await shared.getByRole('button', { name: 'Done' }).click();

    expect(JSON.parse(await inShell(command))).toMatchObject({
      result: { id: 'a', option_ids: ['delivery', 'invoice'] },
    });
    const withoutKey = await inShell(command.replace(/-H 'Authorization[^']*'/, ''));
    expect(JSON.parse(withoutKey)).toMatchObject({ retryable: false });
    await page.keyboard.press('Control+6');
    const card = page.getByRole('region', { name: 'Sharing' });
    await card.getByText('1, and 1 refused').waitFor();
    await card.getByRole('button', { name: 'Stop sharing' }).click();
    await card.getByRole('button', { name: 'Share on this machine' }).waitFor();
    // curl ends with another code when nobody answers
    await expect(inShell(command)).rejects.toThrow();
    await page.keyboard.press('Control+1');
  });

  test('nothing was written to the console as an error, and nothing left this machine', () => {
    expect(journey.problems).toEqual([]);
  });
});
