import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';

/** A page that does not answer in this time is stuck. */
const ANSWER_MS = 5000;
/** Text of a page that says where it stands. */
const TEXT_LENGTH = 400;

/**
 * Says after each failed step what the page showed then: whether it answers at all, what stands above the rest, its
 * text. A picture and the page's source go to `.cache/journeys/`.
 */
export function tellFailures(page: () => Page | undefined): void {
  afterEach(async ({ task }) => {
    const shown = page();
    if (task.result?.state !== 'fail' || shown === undefined) return;
    const folder = join(process.cwd(), '.cache/journeys');
    await mkdir(folder, { recursive: true });
    const path = join(folder, task.name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 60));
    const state = await inTime(
      shown.evaluate(() => ({
        ready: document.readyState,
        above: [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="alert"]')].map(
          (element) => element.getAttribute('aria-label') ?? element.textContent?.slice(0, 100),
        ),
        focus: document.activeElement?.outerHTML.slice(0, 200),
        navigation: document.querySelector('nav') === null ? 'none' : 'there',
        shut: document
          .querySelector('nav')
          ?.closest('[inert], [hidden], [aria-hidden="true"]')
          ?.outerHTML.slice(0, 100),
        size: `${window.innerWidth} x ${window.innerHeight}`,
        text: document.getElementById('root')?.textContent ?? '',
      })),
    );
    const said = state === null ? null : { ...state, text: state.text.slice(0, TEXT_LENGTH) };
    console.log(`The page of “${task.name}”: ${said === null ? 'it does not answer' : JSON.stringify(said)}`);
    const source = await inTime(shown.content());
    if (source !== null) await writeFile(`${path}.html`, source);
    const picture = await inTime(shown.screenshot({ timeout: ANSWER_MS }));
    if (picture !== null) await writeFile(`${path}.png`, picture);
    console.log(picture === null ? 'It cannot be drawn.' : `Its picture and source: ${path}`);
  });
}

/** What a call gives, or null when it fails or takes too long. */
async function inTime<T>(call: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_MS);
  });
  try {
    return await Promise.race([call.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
