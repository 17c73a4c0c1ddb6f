import type { Page } from 'playwright-core';
import { ROWS } from '../stand-ins/large-set.ts';

/** Reading and storing 100,000 rows on a busy machine. */
export const LARGE_TIMEOUT_MS = 120_000;

/** A CSV file of 100,000 rows, half of them labelled. */
export const largeFile = [
  'id,text,expected',
  ...Array.from({ length: ROWS }, (_, index) => {
    const topic = ['a bill', 'a password', 'a price', 'a parcel'][index % 4];
    return `s-${index},Message number ${index} is about ${topic} and goes on for a while,${index % 2 === 0 ? 'billing' : ''}`;
  }),
].join('\n');

/** Gives the open import dialog a file. */
export async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type="file"]').setInputFiles(file);
}

export function importDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Import samples' });
}

export async function backToSets(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sets', exact: true }).click();
  await page.getByRole('heading', { name: 'Samples', exact: true }).waitFor();
}

/** Imports the large file through the dialog that is open, until its set is on the screen. */
export async function importLargeFile(page: Page): Promise<void> {
  await chooseFile(page, 'large.csv', largeFile);
  await importDialog(page)
    .getByText(/^[\d,]+ rows read/)
    .waitFor({ timeout: LARGE_TIMEOUT_MS });
  await importDialog(page).getByRole('button', { name: 'Import 100,000 samples' }).click({ timeout: LARGE_TIMEOUT_MS });
  await page.getByRole('heading', { name: 'large' }).waitFor({ timeout: LARGE_TIMEOUT_MS });
  await page.getByRole('grid').getByText('Message number 0').waitFor({ timeout: LARGE_TIMEOUT_MS });
}

/** The list of an opened set is looked at once more when its counts are there. */
const OPENING_ENDS_MS = 1_000;

export interface Answers {
  opened: number[];
  scrolled: number[];
  filtered: number[];
}

/** Opens the large set from the list, scrolls it and filters it that many times; each in ms, the set on the screen. */
export async function timeAnswers(page: Page, tries: number): Promise<Answers> {
  const answers: Answers = { opened: [], scrolled: [], filtered: [] };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    await backToSets(page);
    answers.opened.push(await timeInPage(page, 'open', 'large', '#sample-row-0', 'Message number 0'));
    // Nobody scrolls in the frame in which a set opens: what belongs to its opening comes to an end first.
    await page.waitForTimeout(OPENING_ENDS_MS);
    // Another place each time, all over the set.
    const index = 5_000 + ((attempt * 17_000) % (ROWS - 10_000));
    const row = `#sample-row-${index}`;
    answers.scrolled.push(await timeInPage(page, 'scroll', String(index), row, `Message number ${index}`));
    const words = `number ${index + 41} is`;
    answers.filtered.push(await timeInPage(page, 'search', words, '#sample-row-0', `Message number ${index + 41}`));
    await timeInPage(page, 'search', '', '#sample-row-0', 'Message number 0');
  }
  return answers;
}

/**
 * Milliseconds from an act to the first frame in which a row holds the words, measured in the page itself: `open` presses
 * the button of a set, `scroll` brings a row to the top, `search` types.
 */
function timeInPage(
  page: Page,
  act: 'open' | 'scroll' | 'search',
  value: string,
  row: string,
  words: string,
): Promise<number> {
  return page.evaluate(
    async ([act, value, row, words]) => {
      const start = performance.now();
      if (act === 'open') {
        const buttons = [...document.querySelectorAll('ul[aria-label="Sample sets"] button')];
        buttons
          .find((button) => button.textContent?.startsWith(value))
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      } else if (act === 'scroll') {
        const scroller = document.querySelector('table[role="grid"]')?.parentElement;
        if (scroller) scroller.scrollTop = Number(value) * 34;
      } else {
        const field = document.querySelector('input[placeholder="Search"]');
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
        set?.call(field, value);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      while (!document.querySelector(row)?.textContent?.includes(words)) {
        if (performance.now() - start > 20_000) throw new Error(`${act} ${value}: ${row} never held ${words}`);
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - start;
    },
    [act, value, row, words] as const,
  );
}
