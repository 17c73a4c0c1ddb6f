import { execFileSync, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decisionResultSchema } from '../../adapter/score/result.ts';
import { portRequestChannel } from '../../electron/channels.ts';
import { startDesktop } from '../../electron/start-desktop.ts';
import type { contract } from '../../workbench/contract/contract.ts';
import type { WorkbenchEvent } from '../../workbench/contract/events.ts';
import { openWorkbench } from '../../workbench/open-workbench.ts';
import { electron, FakedWindow } from './faked-electron.ts';

vi.mock('electron', async () => (await import('./faked-electron.ts')).electron);

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'desktop-score-'));
const model = join(folder, 'tiny-llama.gguf');
const example = join(root, 'fixtures', 'decisions', 'support-ticket.json');
let client: ContractRouterClient<typeof contract>;

/** A utility process as Node's fork gives it: the trial's program speaks to either. */
function forkAsUtility(entry: string, args: string[], options: { env: NodeJS.ProcessEnv }): EventEmitter {
  const child = fork(entry, args, { env: options.env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const utility = Object.assign(new EventEmitter(), { stderr: child.stderr, kill: () => child.kill() });
  child.on('message', (message) => utility.emit('message', message));
  child.on('close', (code) => utility.emit('exit', code ?? 1));
  return utility;
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
    await client.models.add({ path: model });
    expect((await client.engine.load({ path: model })).kind).toBe('load-model');
    expect(await ready).toMatchObject({ status: 'ready', path: model });
    expect(states[0]).toBe('loading');
    expect(electron.utilityProcess.fork).toHaveBeenCalledTimes(1);
  });

  it('gives the very numbers that the command line gives', async () => {
    const document = await client.decisions.createFromExample({ file: 'support-ticket.json' });
    const { results } = await client.scoring.score({ ticket: 'one', draft: document.draft });
    const said = execFileSync(
      process.execPath,
      [join(root, 'dist', 'cli', 'main.js'), 'score', example, '--model', model, '--json'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const fromTerminal = decisionResultSchema.parse(JSON.parse(said));
    expect(results[0]?.probabilities.length).toBe(3);
    expect(results[0]?.probabilities).toEqual(fromTerminal.probabilities);
    expect(results[0]?.option_logits).toEqual(fromTerminal.option_logits);
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
