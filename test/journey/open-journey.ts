import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';

// Every command runs here; the place of this file is another one inside a bundled bench.
const root = process.cwd();

/** As root Chromium runs without its sandbox; the rest keeps it from calling home. */
const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A busy machine loads and scores slowly. */
const START_TIMEOUT_MS = 60_000;

export interface Journey {
  page: Page;
  /** Console errors, page errors, refused resources and requests to anything but the loopback address. */
  problems: string[];
  close: () => Promise<void>;
}

/**
 * Starts browser mode in a workspace of its own and opens its address in Chromium, as a person would.
 * @param models folder that fetched models are in
 * @param environment what the program finds in its environment besides
 */
export async function openJourney(
  executablePath: string,
  models: string = join(root, '.cache/models'),
  environment: Readonly<Record<string, string>> = {},
): Promise<Journey> {
  const workspace = await mkdtemp(join(tmpdir(), 'workbench-journey-'));
  const program = spawn(
    process.execPath,
    [join(root, 'dist/cli/main.js'), 'app', '--workspace', join(workspace, 'workspace'), '--port', '0'],
    {
      env: { ...process.env, DECISION_WORKBENCH_MODELS: models, ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let opened: Journey | undefined;
  const close = async (): Promise<void> => {
    await opened?.close();
    await end(program);
    await rm(workspace, { recursive: true, force: true });
  };
  try {
    opened = await openPage(executablePath, await readAddress(program));
    return { ...opened, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens an address of the workbench in a Chromium of its own. */
export async function openPage(executablePath: string, address: string): Promise<Journey> {
  const browser: Browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const close = (): Promise<void> => browser.close();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const problems = watch(page);
    await page.goto(address);
    return { page, problems, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function readAddress(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The app printed no address.')), START_TIMEOUT_MS);
    let printed = '';
    program.stdout?.on('data', (data: Buffer) => {
      printed += data.toString();
      const address = /http:\/\/127\.0\.0\.1\S+/.exec(printed)?.[0];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    program.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The app ended with code ${code}: ${printed}`));
    });
  });
}

function end(program: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (program.exitCode !== null) return resolve();
    program.once('exit', () => resolve());
    program.kill('SIGINT');
  });
}

function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console: ${message.text()}`);
  });
  page.on('crash', () => problems.push('page: it crashed'));
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    const local = hostname === '127.0.0.1' || protocol === 'blob:' || protocol === 'data:';
    if (!local) problems.push(`request: ${request.url()}`);
  });
  return problems;
}

/** What axe finds against WCAG 2.2 at level AA, one line for each element. */
export async function findBarriers(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations, passes } = await new AxeBuilder({ page }).withTags(tags).analyze();
  if (passes.length === 0) throw new Error('axe checked nothing.');
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}
