import { execFileSync, fork, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DecisionResult, decisionResultSchema } from '../../adapter/score/result.ts';
import { portRequestChannel } from '../../electron/channels.ts';
import { startDesktop } from '../../electron/start-desktop.ts';
import { signIn } from '../../workbench/cli/sign-in.ts';
import type { contract } from '../../workbench/contract/contract.ts';
import type { DecisionDraft } from '../../workbench/contract/decision-document.ts';
import type { WorkbenchEvent } from '../../workbench/contract/events.ts';
import { openWorkbench } from '../../workbench/open-workbench.ts';
import { electron, FakedWindow } from './faked-electron.ts';

vi.mock('electron', async () => (await import('./faked-electron.ts')).electron);

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'desktop-score-'));
const model = join(folder, 'tiny-llama.gguf');
const example = join(root, 'fixtures', 'decisions', 'support-ticket.json');
/** Other specs may use the rest of the machine. */
const oneThread = { gpuLayers: 'auto', threads: 1, contextTokens: 8192, mode: 'reproducible' } as const;
let client: ContractRouterClient<typeof contract>;

/** A utility process as Node's fork gives it: the trial's program speaks to either. */
function forkAsUtility(entry: string, args: string[], options: { env: NodeJS.ProcessEnv }): EventEmitter {
  const child = fork(entry, args, { env: options.env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const utility = Object.assign(new EventEmitter(), { stderr: child.stderr, kill: () => child.kill() });
  child.on('message', (message) => utility.emit('message', message));
  child.on('close', (code) => utility.emit('exit', code ?? 1));
  return utility;
}

/** All of a result that must be equal to the last bit; which decision it was is the document's own. */
function numbers(result: DecisionResult | undefined) {
  if (result === undefined) throw new Error('There is no result.');
  const { timing: _timing, id: _id, ...rest } = result;
  return rest;
}

/** The same over HTTP, from a process of its own: the built program in browser mode, on a workspace of its own. */
async function scoreInBrowserMode(draft: DecisionDraft): Promise<DecisionResult[]> {
  const args = [join(root, 'dist', 'cli', 'main.js'), 'app', '--workspace', join(folder, 'browser')];
  const host = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => host.on('close', resolve));
  try {
    let said = '';
    host.stdout.on('data', (data) => {
      said += data;
    });
    const address = await vi.waitFor(() => {
      const [found] = said.match(/http:\S+/) ?? [];
      if (found === undefined) throw new Error('no address yet');
      return found;
    }, 20_000);
    const browser = await signIn(address, AbortSignal.timeout(60_000));
    await browser.settings.change({ engine: oneThread });
    await browser.engine.load({ path: model });
    await vi.waitFor(async () => expect(await browser.engine.state()).toMatchObject({ status: 'ready' }), 60_000);
    return (await browser.scoring.score({ ticket: 'two', draft })).results;
  } finally {
    host.kill('SIGTERM');
    await ended;
  }
}

beforeAll(async () => {
  cpSync(join(root, 'fixtures', 'models', 'tiny-llama.gguf'), model);
  vi.stubEnv('DECISION_WORKBENCH_WORKSPACE', join(folder, 'workspace'));
  vi.stubEnv('DECISION_WORKBENCH_MODELS', join(folder, 'models'));
  electron.app.userData = join(folder, 'data');
  electron.app.homeFolder = folder;
  electron.utilityProcess.fork.mockImplementation(forkAsUtility);
  startDesktop({ openWorkbench, builtFolder: join(root, 'dist'), icon: '' });
  await vi.waitFor(() => expect(FakedWindow.all).toHaveLength(1), 20_000);
  const { webContents } = FakedWindow.all[0] ?? {};
  electron.ipcMain.emit(portRequestChannel, { sender: webContents, senderFrame: webContents?.mainFrame });
  const port = webContents?.ports[0];
  if (port === undefined) throw new Error('The page was given no port.');
  port.start();
  client = createORPCClient(new RPCLink({ port }));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the desktop app, with a faked Electron and everything else real', () => {
  it('tries and loads a model, and says so in its events', async () => {
    const states: string[] = [];
    const ready = (async () => {
      for await (const event of await client.app.events()) {
        const { engine }: { engine?: Extract<WorkbenchEvent, { type: 'engine' }>['engine'] } =
          event.type === 'engine' ? event : {};
        if (engine !== undefined) states.push(engine.status);
        if (engine?.status === 'ready' || engine?.status === 'failed') return engine;
      }
      return null;
    })();
    await client.settings.change({ engine: oneThread });
    await client.models.add({ path: model });
    expect((await client.engine.load({ path: model })).kind).toBe('load-model');
    expect(await ready).toMatchObject({ status: 'ready', path: model });
    expect(states[0]).toBe('loading');
    expect(electron.utilityProcess.fork).toHaveBeenCalledTimes(1);
  });

  it('gives the very numbers that the command line and browser mode give', async () => {
    const document = await client.decisions.createFromExample({ file: 'support-ticket.json' });
    const { results } = await client.scoring.score({ ticket: 'one', draft: document.draft });
    expect(results[0]?.probabilities.length).toBe(3);
    const said = execFileSync(
      process.execPath,
      [join(root, 'dist', 'cli', 'main.js'), 'score', example, '--model', model, '--threads', '1', '--json'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    expect(numbers(decisionResultSchema.parse(JSON.parse(said)))).toEqual(numbers(results[0]));
    const inBrowser = await scoreInBrowserMode(document.draft);
    expect(inBrowser.map(numbers)).toEqual(results.map(numbers));
  });

  it('quits in order: the model is freed, and the workspace can be opened again', async () => {
    electron.app.quit();
    await vi.waitFor(() => expect(electron.app.ended).toBe(0), 20_000);
    const again = await openWorkbench({
      kind: 'desktop',
      version: '1.2.3',
      workspaceFolder: join(folder, 'workspace'),
      modelsFolder: join(folder, 'models'),
      pickModelFiles: null,
      tryModel: async () => ({ outcome: 'fine' }),
    });
    await again.close();
  });
});
