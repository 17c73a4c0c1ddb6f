import { findChromium } from '../../scripts/find-chromium.mjs';
import { importLargeFile, LARGE_TIMEOUT_MS, timeAnswers } from '../journey/large-samples.ts';
import { openJourney } from '../journey/open-journey.ts';
import { ROWS } from '../stand-ins/large-set.ts';
import { median } from '../stand-ins/median.ts';
import { ANSWER_LIMIT_MS } from '../stand-ins/time-queries.ts';

const rounds = 7;

/** A large set on the Samples screen, from an act to the first frame that shows what was asked for. */
export async function run() {
  const chromium = findChromium();
  if (chromium === null) {
    console.error('Chromium was not found (CHROMIUM_PATH can name it): the Samples screen is not measured.');
    return [];
  }
  const { page, close } = await openJourney(chromium);
  try {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Samples' }).click();
    // The starter is loaded meanwhile, which is no part of this.
    await page.locator('[title="Choose a model"][data-state="ready"]').waitFor({ timeout: LARGE_TIMEOUT_MS });
    await page.getByRole('button', { name: 'Import a file or a table' }).click();
    await importLargeFile(page);
    await timeAnswers(page, 1);
    const { opened, scrolled, filtered } = await timeAnswers(page, rounds);
    return [
      { name: `Samples screen, opening ${ROWS} rows`, value: median(opened), unit: 'ms', limit: ANSWER_LIMIT_MS },
      { name: `Samples screen, scrolling ${ROWS} rows`, value: median(scrolled), unit: 'ms', limit: ANSWER_LIMIT_MS },
      { name: `Samples screen, filtering ${ROWS} rows`, value: median(filtered), unit: 'ms', limit: ANSWER_LIMIT_MS },
    ];
  } finally {
    await close();
  }
}
