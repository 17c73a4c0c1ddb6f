import { test } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { commandLineProgram, runProgram, untilReady } from '../stand-ins/run-program.ts';
import { findBarriers, openJourney } from './open-journey.ts';

test('scratch', async () => {
  const server = await untilReady(
    runProgram(commandLineProgram, [
      'serve',
      '--model',
      tinyPaths.llama,
      '--port',
      '0',
      '--threads',
      '1',
      '--context',
      '2048',
    ]),
    'err',
  );
  const journey = await openJourney(findChromium() ?? '');
  const { page } = journey;
  try {
    await page.keyboard.press('Control+2');
    await page
      .getByRole('button', { name: /labelled samples|180|60/ })
      .first()
      .click();
    await page.waitForTimeout(2500);
    await page.keyboard.press('Control+3');
    await page.getByRole('button', { name: 'Score elsewhere' }).first().click();
    await page.screenshot({ path: '/tmp/e-1.png', fullPage: true });
    await page.getByLabel('Address').fill(server.url);
    await page.getByLabel('US dollars an hour').fill('1.632');
    await page.getByText('What is sent elsewhere', { exact: true }).waitFor();
    await page.waitForTimeout(800);
    await page.screenshot({ path: '/tmp/e-2.png', fullPage: true });
    console.log(await findBarriers(page));
    await page.getByLabel('It may be sent').check();
    await page.getByRole('button', { name: /Start/ }).first().click();
    await page.waitForTimeout(40000);
    await page.screenshot({ path: '/tmp/e-3.png', fullPage: true });
    console.log(await findBarriers(page));
    await page.keyboard.press('Control+4');
    await page.waitForTimeout(4000);
    await page.screenshot({ path: '/tmp/e-5.png', fullPage: true });
    await page.getByRole('heading', { name: 'What differs from the baseline' }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: '/tmp/e-6.png' });
    console.log(await findBarriers(page));
    await page.setViewportSize({ width: 700, height: 900 });
    await page.screenshot({ path: '/tmp/e-4.png', fullPage: true });
    console.log(journey.problems);
  } finally {
    await journey.close();
    server.child.kill('SIGTERM');
  }
}, 120_000);
