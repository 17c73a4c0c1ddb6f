import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { EMPTY_ACCOUNT, listAccount } from '../deployment/list-account.ts';
import { ACCOUNT, CREDENTIALS, REGION } from '../stand-ins/aws/account.ts';
import { accessDenied } from '../stand-ins/aws/injected-faults.ts';
import type { MemoryBackend } from '../stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../stand-ins/aws/open-aws.ts';
import { Containers } from '../stand-ins/aws/run-containers.ts';
import { go, runAction } from './move-around.ts';
import { findBarriers, type Journey, openJourney } from './open-journey.ts';

const chromium = findChromium();
const fixtures = join(import.meta.dirname, '../../fixtures');

/** Ten times what a quiet machine needs: other work may take most of this one. */
const RUN_TIMEOUT_MS = 600_000;
const STEP_TIMEOUT_MS = 60_000;
const SAMPLES = 12;

const wide = { width: 1280, height: 800 };
const narrow = { width: 700, height: 800 };

/** No barrier in the light scheme, and nothing that is cut off sideways in a narrow window. */
async function expectNoBarriers(page: Page): Promise<void> {
  expect(await findBarriers(page), 'light').toEqual([]);
  await page.setViewportSize(narrow);
  const cut = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(cut, 'pixels cut off').toBeLessThanOrEqual(0);
  await page.setViewportSize(wide);
}

/** The same in every scheme; the light one stays. Each takes seconds, so it is for what has most on it. */
async function expectNoBarriersInAnyScheme(page: Page): Promise<void> {
  for (const [action, attribute, value] of [
    ['Dark', 'data-mantine-color-scheme', 'dark'],
    ['High contrast', 'data-contrast', 'high'],
    ['Light', 'data-mantine-color-scheme', 'light'],
  ] as const) {
    await runAction(page, action);
    await expect.poll(() => page.locator('html').getAttribute(attribute)).toBe(value);
    expect(await findBarriers(page), `${action}: ${value}`).toEqual([]);
  }
  await runAction(page, 'High contrast');
  await expect.poll(() => page.locator('html').getAttribute('data-contrast')).toBe('standard');
  await expectNoBarriers(page);
}

/** Labelled tickets, few enough for a small machine. */
function tickets(): string {
  const rows = Array.from({ length: SAMPLES }, (_, at) => {
    const [text, label] = [
      [`The reset mail for account ${at} never arrived.`, 'account_access'],
      [`Card ${at} was charged twice this month.`, 'billing'],
      [`What would ${at + 2} more seats cost us?`, 'sales'],
    ][at % 3] ?? ['', ''];
    return `ticket-${at},"${text}",${label}`;
  });
  return ['id,text,label', ...rows].join('\n');
}

describe.skipIf(chromium === null)('From a comparison to a running endpoint and back to nothing, in Chromium', () => {
  let aws: AwsStandIn<MemoryBackend>;
  let containers: Containers;
  let journey: Journey;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    aws = await openMemoryAws();
    containers = new Containers(aws);
    folder = await mkdtemp(join(tmpdir(), 'workbench-deploy-'));
    await copyFile(join(fixtures, 'models/tiny-llama.gguf'), join(folder, 'tiny-llama.gguf'));
    const { accessKeyId, secretAccessKey, sessionToken } = CREDENTIALS;
    await writeFile(join(folder, 'config'), `[profile bench]\nregion = ${REGION}\n`);
    await writeFile(
      join(folder, 'credentials'),
      `[bench]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\naws_session_token = ${sessionToken}\n`,
    );
    journey = await openJourney(chromium ?? '', join(folder, 'none-fetched'), {
      DECISION_WORKBENCH_AWS_ENDPOINTS: aws.endpoints(),
      DECISION_WORKBENCH_AWS_PAUSE_MS: '20',
      AWS_CONFIG_FILE: join(folder, 'config'),
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
      AWS_PROFILE: 'bench',
      AWS_EC2_METADATA_DISABLED: 'true',
    });
    page = journey.page;
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
  }, RUN_TIMEOUT_MS);
  afterAll(async () => {
    await journey?.close();
    containers?.close();
    await aws?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test(
    'two configurations are compared on labelled samples',
    async () => {
      await go(page, 'Models');
      await page.getByRole('textbox', { name: 'Threads' }).fill('1');
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await runAction(page, 'Add a model file');
      await page.getByRole('textbox', { name: 'Path on this machine' }).fill(join(folder, 'tiny-llama.gguf'));
      await page.keyboard.press('Enter');
      await page.getByText('One model is in the list now.').waitFor();

      await go(page, 'Samples');
      await page.getByRole('button', { name: 'Import a file or a table' }).click();
      const file = { name: 'tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(tickets()) };
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.getByText('Ready. Nothing is stored yet.').waitFor();
      await page.getByRole('button', { name: `Import ${SAMPLES} samples` }).click();
      await page.getByText(`${SAMPLES} of ${SAMPLES} labelled`).waitFor();

      await go(page, 'Evaluate');
      const readout = page.getByRole('combobox', { name: 'Readout' });
      await readout.selectOption('letters');
      await page.getByRole('button', { name: 'Another configuration' }).click();
      await readout.nth(1).selectOption('texts');
      await page.getByRole('button', { name: 'Start 2 runs' }).click();
      await expect
        .poll(() => page.getByText(`Done: ${SAMPLES} samples`).count(), { timeout: RUN_TIMEOUT_MS })
        .toBeGreaterThanOrEqual(2);
    },
    RUN_TIMEOUT_MS,
  );

  test('what was compared is taken to Deploy, and its plan makes nothing', async () => {
    await go(page, 'Compare');
    await page.getByRole('heading', { name: `On the ${SAMPLES} samples that both have scored` }).waitFor();
    await page.getByRole('button', { name: 'Deploy tiny-llama · texts' }).click();
    await page.getByRole('heading', { name: 'Deploy', exact: true }).waitFor();
    const form = page.getByRole('form', { name: 'New deployment' });
    const chosen = form.getByLabel('Configuration', { exact: true });
    await expect.poll(() => chosen.locator('option:checked').textContent()).toContain('tiny-llama · texts');
    await page.getByText(`Account ${ACCOUNT}`).waitFor();
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByRole('heading', { name: /^The plan: / }).waitFor();
    // Until the account was looked at, nothing can be confirmed.
    await expect.poll(() => page.getByRole('button', { name: 'Deploy…' }).isEnabled()).toBe(true);
    await page.getByRole('rowheader', { name: /^Endpoint configuration/ }).waitFor();
    await expectNoBarriers(page);
    expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
  });

  test(
    'one confirmation, and it runs until a step is refused; the remedy stands where it failed',
    async () => {
      aws.faults.refuse('CreateEndpoint', accessDenied, 1);
      await page.getByRole('button', { name: 'Deploy…' }).click();
      const dialog = page.getByRole('dialog', { name: /^Deploy / });
      await dialog.getByText('Authorisation and fixed business rules stay outside the model.').waitFor();
      await dialog.getByRole('button', { name: 'Deploy it' }).click();
      const failed = page.getByRole('listitem', { name: 'Endpoint', exact: true });
      await failed.getByText(/Access denied: sagemaker:CreateEndpoint/).waitFor({ timeout: RUN_TIMEOUT_MS });
      expect(await failed.getByRole('region', { name: 'Policy statement' }).textContent()).toContain(
        '"Action": "sagemaker:CreateEndpoint"',
      );
      await expectNoBarriersInAnyScheme(page);
    },
    RUN_TIMEOUT_MS,
  );

  test(
    'after a reload it stands among the unfinished, and goes on to a checked endpoint without a second of anything',
    async () => {
      await page.reload();
      await page.getByText(/^A deployment stopped on the way: decision-/).waitFor();
      await go(page, 'Deploy');
      await page.getByRole('region', { name: 'Unfinished' }).getByText('a step failed').waitFor();
      const before = aws.actions().length;
      await page.getByRole('button', { name: /^Go on with / }).click();
      await page.getByRole('tab', { name: 'Python' }).waitFor({ timeout: RUN_TIMEOUT_MS });
      await page
        .getByRole('region', { name: 'The same samples here and there' })
        .getByText(/^It agrees\./)
        .waitFor();
      await page.getByRole('tab', { name: 'Python' }).click();
      await page.getByRole('region', { name: 'Python' }).getByText('invoke_endpoint').waitFor();
      const since = aws.actions().slice(before);
      for (const action of ['codebuild:StartBuild', 'sagemaker:CreateModel', 'sagemaker:CreateEndpointConfig']) {
        expect(since, action).not.toContain(action);
      }
      const { endpoints, configs, models } = listAccount(aws);
      expect([endpoints.length, configs.length, models.length]).toEqual([1, 1, 1]);
      await expectNoBarriers(page);
    },
    RUN_TIMEOUT_MS,
  );

  test(
    'Endpoints shows what runs, and a decision is tried on it',
    async () => {
      await page.getByRole('button', { name: 'See it on Endpoints' }).click();
      const [name = ''] = listAccount(aws).endpoints;
      const card = page.getByRole('listitem', { name });
      await card.getByText('runs', { exact: true }).waitFor();
      await expectNoBarriersInAnyScheme(page);
      await card.getByRole('button', { name: /^Try / }).click();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText(/^Answered in /).waitFor({ timeout: RUN_TIMEOUT_MS });
      const bars = page.getByRole('list', { name: 'Probabilities of support-route' }).getByRole('listitem');
      const shares = (await bars.allInnerTexts()).map((bar) => Number(/\d\.\d+/.exec(bar)?.[0]));
      expect(shares.length).toBe(3);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Send' }).waitFor({ state: 'detached' });
    },
    RUN_TIMEOUT_MS,
  );

  test(
    'it is updated to another configuration, and rolled back',
    async () => {
      await page.getByRole('button', { name: /^Update decision-/ }).click();
      const form = page.getByRole('form', { name: /^Update of decision-/ });
      await form.getByLabel('Configuration', { exact: true }).selectOption('');
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await page.getByRole('button', { name: 'Update the endpoint…' }).click();
      await page.getByRole('button', { name: 'Update it' }).click();
      await page.getByRole('button', { name: 'See it on Endpoints' }).click({ timeout: RUN_TIMEOUT_MS });
      const [name = ''] = listAccount(aws).endpoints;
      const card = page.getByRole('listitem', { name });
      await card.getByText('the model’s own default').waitFor();
      await card.getByRole('button', { name: `Roll ${name} back` }).click();
      await page
        .getByRole('dialog')
        .getByText(/^It costs then/)
        .waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
      await page.getByText(`${name} runs what it ran before.`).waitFor({ timeout: RUN_TIMEOUT_MS });
      await expect
        .poll(
          async () => {
            await page.getByRole('button', { name: 'Look again' }).click();
            return card.getByText('tiny-llama · texts', { exact: true }).count();
          },
          { timeout: STEP_TIMEOUT_MS, interval: 500 },
        )
        .toBe(1);
      expect(listAccount(aws).endpoints).toEqual([name]);
    },
    RUN_TIMEOUT_MS,
  );

  test(
    'deleting says what goes and what stays, and leaves nothing',
    async () => {
      await page.getByRole('button', { name: /^Delete decision-/ }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog
        .getByRole('region', { name: 'Is removed' })
        .getByText(/^Endpoint configuration/)
        .first()
        .waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await dialog.getByRole('region', { name: 'Was removed' }).waitFor({ timeout: RUN_TIMEOUT_MS });
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('heading', { name: 'Nothing runs' }).waitFor();
      expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
      await expectNoBarriers(page);
    },
    RUN_TIMEOUT_MS,
  );

  test('the console shows no error but the refusals that were meant, and nothing left this machine', () => {
    expect(journey.problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  });
});
