import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { droppedFilesChannel, portChannel, portRequestChannel } from '../../electron/channels.ts';
import { closeWindowsDeadlineMs } from '../../electron/close-windows.ts';
import { actions } from '../../workbench/actions.ts';
import { modelsFolder, workspaceFolder } from '../../workbench/cli/default-folders.ts';
import type { Host, Workbench } from '../../workbench/host.ts';
import type { electron as Faked, FakedContents, FakedWindow } from './faked-electron.ts';

type FakedElectron = typeof Faked;
let electron: FakedElectron;
let fakes: typeof import('./faked-electron.ts');
let Fault: typeof import('../../adapter/fault.ts').Fault;
let folder: string;
let onProcess: Map<string | symbol, (...args: unknown[]) => void>;
const argv = process.argv;

beforeEach(async () => {
  vi.resetModules();
  fakes = await import('./faked-electron.ts');
  electron = fakes.electron;
  ({ Fault } = await import('../../adapter/fault.ts'));
  // A new one for every test: an app starts once.
  vi.doMock('electron', () => electron);
  folder = mkdtempSync(join(tmpdir(), 'desktop-'));
  electron.app.userData = join(folder, 'data');
  electron.app.homeFolder = join(folder, 'home');
  for (const name of ['XDG_DATA_HOME', 'DECISION_WORKBENCH_WORKSPACE', 'DECISION_WORKBENCH_MODELS', 'LOCALAPPDATA']) {
    vi.stubEnv(name, undefined);
  }
  mkdirSync(join(folder, 'dist', 'renderer'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'renderer', 'index.html'), '<p>__CSP_NONCE__</p>');
  process.argv = ['/app/decision-workbench'];
  onProcess = new Map();
  vi.spyOn(process, 'on').mockImplementation((event, listener) => {
    onProcess.set(event, listener);
    return process;
  });
});
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

interface Started {
  host: Host;
  workbench: { [Key in 'openFile' | 'sendAction' | 'sleep' | 'wake' | 'close']: ReturnType<typeof vi.fn> };
  window: FakedWindow;
}

/** The contract's part that these tests call; the router itself is tested where it is made. */
async function fakedRouter(): Promise<Workbench['router']> {
  const { os } = await import('@orpc/server');
  const router: unknown = {
    app: {
      info: os.handler(() => ({ version: '1.2.3' })),
      events: os.handler(async function* ({ signal }) {
        yield { type: 'hello', settings: { color_scheme: 'dark' } };
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      }),
    },
  };
  return router as Workbench['router'];
}

async function start(openWorkbench?: (host: Host) => Promise<Workbench>): Promise<Started> {
  const { startDesktop } = await import('../../electron/start-desktop.ts');
  const workbench = {
    openFile: vi.fn(async () => undefined),
    sendAction: vi.fn(),
    sleep: vi.fn(async () => undefined),
    wake: vi.fn(),
    close: vi.fn(async () => undefined),
  };
  const router = await fakedRouter();
  let host: Host | undefined;
  startDesktop({
    openWorkbench: async (given) => {
      host = given;
      return openWorkbench === undefined ? { router, ...workbench } : openWorkbench(given);
    },
    builtFolder: join(folder, 'dist'),
    icon: '/icon.png',
  });
  await vi.waitFor(() => {
    if (host === undefined || (openWorkbench === undefined && fakes.FakedWindow.all.length === 0))
      throw new Error('not yet');
  });
  const [window] = fakes.FakedWindow.all;
  if (host === undefined || (window === undefined && openWorkbench === undefined)) throw new Error('did not start');
  return { host, workbench, window: window as FakedWindow };
}

/** What the preload does in a page: asks for a port, and gets it or not. */
function askForPort(contents: FakedContents, frame: object | null = contents.mainFrame): MessagePort | undefined {
  const before = contents.ports.length;
  electron.ipcMain.emit(portRequestChannel, { sender: contents, senderFrame: frame });
  const port = contents.ports[before];
  port?.start();
  return port;
}

function clientOf(port: MessagePort | undefined): {
  app: { info(): Promise<unknown>; events(): Promise<AsyncIterable<unknown>> };
} {
  if (port === undefined) throw new Error('There is no port.');
  return createORPCClient(new RPCLink({ port }));
}

describe('starting', () => {
  it('keeps to one instance: a second one ends before it opens anything', async () => {
    electron.app.hasLock = false;
    const openWorkbench = vi.fn();
    const { startDesktop } = await import('../../electron/start-desktop.ts');
    startDesktop({ openWorkbench, builtFolder: join(folder, 'dist'), icon: '' });
    expect(electron.app.ended).toBe(0);
    expect(openWorkbench).not.toHaveBeenCalled();
    expect(electron.protocol.registerSchemesAsPrivileged).not.toHaveBeenCalled();
  });

  it('gives the workbench its folders, and opens one locked-down window on our own address', async () => {
    const { host, window } = await start();
    const around = { env: {}, platform: process.platform, homeFolder: join(folder, 'home'), folder };
    expect(host).toMatchObject({
      kind: 'desktop',
      version: '1.2.3',
      workspaceFolder: workspaceFolder(around),
      modelsFolder: modelsFolder(around),
    });
    expect(electron.app.enableSandbox).toHaveBeenCalled();
    expect(electron.protocol.registerSchemesAsPrivileged).toHaveBeenCalledWith([
      { scheme: 'app', privileges: expect.objectContaining({ standard: true, secure: true, supportFetchAPI: true }) },
    ]);
    expect(window.loadURL).toHaveBeenCalledWith('app://workbench/');
    expect(window.options).toMatchObject({
      show: false,
      width: 1280,
      height: 840,
      minWidth: 900,
      minHeight: 600,
      backgroundColor: '#ffffff',
      webPreferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        webSecurity: true,
        spellcheck: false,
        devTools: false,
        preload: join(folder, 'dist', 'electron', 'preload.cjs'),
        session: electron.session.page,
      },
    });
    expect(window.show).not.toHaveBeenCalled();
    window.emit('ready-to-show');
    expect(window.show).toHaveBeenCalledTimes(1);
  });

  it('serves the page from memory-only storage, with a policy', async () => {
    await start();
    expect(electron.session.page.partition).not.toMatch(/^persist:/);
    expect(electron.session.page.cache).toBe(false);
    const answer = await electron.session.page.handlers.get('app')?.(new Request('app://workbench/'));
    expect(answer?.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer?.text()).not.toContain('__CSP_NONCE__');
  });

  it('follows the colours of the system', async () => {
    electron.nativeTheme.shouldUseDarkColors = true;
    const { window } = await start();
    expect(window.options.backgroundColor).toBe('#242424');
    electron.nativeTheme.shouldUseDarkColors = false;
    electron.nativeTheme.emit('updated');
    expect(window.setBackgroundColor).toHaveBeenCalledWith('#ffffff');
    window.close();
    expect(electron.nativeTheme.listenerCount('updated')).toBe(0);
  });

  it('gives menus and dialogs the colours that were chosen in the settings', async () => {
    await start();
    await vi.waitFor(() => expect(electron.nativeTheme.themeSource).toBe('dark'));
  });

  it('says in words that the workspace is open elsewhere, and ends', async () => {
    await start(() =>
      Promise.reject(new Fault('WORKSPACE_LOCKED', 'Another program has it open.', 'Close the other one.')),
    );
    await vi.waitFor(() => expect(electron.app.ended).toBe(1));
    expect(electron.dialog.showErrorBox).toHaveBeenCalledWith(
      'Decision Workbench is already open',
      expect.stringMatching(/Another program has it open\.\n\nClose the other one\.\n\nWorkspace: .*workspace$/),
    );
    expect(fakes.FakedWindow.all).toEqual([]);
    const log = readFileSync(join(electron.app.userData, 'logs', 'main.log'), 'utf8');
    expect(log).toContain('WORKSPACE_LOCKED');
    expect(log).not.toContain('Another program');
  });
});

describe('the page may not', () => {
  it('leave our address, open windows or embed other pages', async () => {
    const { window } = await start();
    const contents = window.webContents;
    for (const url of ['https://example.com/', 'file:///etc/passwd', 'app://other/', 'javascript:alert(1)']) {
      for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
        const event = fakes.fakedEvent({ url, isMainFrame: true });
        contents.emit(name, event);
        expect(event.defaultPrevented, `${name} ${url}`).toBe(true);
      }
      expect(contents.openHandler({ url })).toEqual({ action: 'deny' });
    }
    const own = fakes.fakedEvent({ url: 'app://workbench/', isMainFrame: true });
    contents.emit('will-navigate', own);
    contents.emit('will-frame-navigate', own);
    expect(own.defaultPrevented).toBe(false);
    const framed = fakes.fakedEvent({ url: 'app://workbench/', isMainFrame: false });
    contents.emit('will-frame-navigate', framed);
    const webview = fakes.fakedEvent({});
    contents.emit('will-attach-webview', webview);
    const device = fakes.fakedEvent({});
    const choose = vi.fn();
    contents.emit('select-bluetooth-device', device, [{ deviceId: 'x' }], choose);
    expect([framed, webview, device].map((event) => event.defaultPrevented)).toEqual([true, true, true]);
    expect(choose).toHaveBeenCalledWith('');
    expect(contents.openHandler({ url: 'app://workbench/' })).toEqual({ action: 'deny' });
  });

  it('get a permission but to write to the clipboard, or a device', async () => {
    await start();
    const { page } = electron.session;
    const ask = (permission: string, requestingUrl: string): unknown => {
      const callback = vi.fn();
      page.requestHandler(null, permission, callback, { requestingUrl });
      return callback.mock.calls[0]?.[0];
    };
    expect(ask('clipboard-sanitized-write', 'app://workbench/')).toBe(true);
    expect(ask('clipboard-read', 'app://workbench/')).toBe(false);
    expect(ask('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
    expect(page.checkHandler(null, 'clipboard-sanitized-write', 'app://workbench/')).toBe(true);
    expect(page.checkHandler(null, 'media', 'app://workbench/')).toBe(false);
    expect(page.deviceHandler()).toBe(false);
    const media = vi.fn();
    page.setDisplayMediaRequestHandler.mock.calls[0]?.[0]({}, media);
    expect(media).toHaveBeenCalledWith(null);
  });

  it('ask for anything beyond our own files, trust a certificate or save a foreign file', async () => {
    await start();
    const { page } = electron.session;
    const cancelled = (url: string): unknown => {
      const callback = vi.fn();
      page.beforeRequest({ url }, callback);
      return callback.mock.calls[0]?.[0].cancel;
    };
    for (const url of ['https://example.com/', 'http://127.0.0.1/', 'ws://localhost/', 'file:///x', 'devtools://x/']) {
      expect(cancelled(url), url).toBe(true);
    }
    for (const url of ['app://workbench/a.js', 'blob:app://workbench/1', 'data:image/png;base64,']) {
      expect(cancelled(url), url).toBe(false);
    }
    const verified = vi.fn();
    page.certificateProc({}, verified);
    expect(verified).toHaveBeenCalledWith(-2);
    const accepted = vi.fn();
    electron.app.emit('certificate-error', fakes.fakedEvent({}), null, '', '', null, accepted);
    expect(accepted).toHaveBeenCalledWith(false);
    const login = fakes.fakedEvent({});
    const credentials = vi.fn();
    electron.app.emit('login', login, null, {}, {}, credentials);
    expect([login.defaultPrevented, credentials.mock.calls]).toEqual([true, [[]]]);
    for (const [url, prevented] of [
      ['https://example.com/x.exe', true],
      ['blob:app://workbench/1', false],
    ] as const) {
      const event = fakes.fakedEvent({});
      page.emit('will-download', event, { getURL: () => url });
      expect(event.defaultPrevented).toBe(prevented);
    }
  });
});

describe('the port', () => {
  it('goes to our page and carries the contract', async () => {
    const { window } = await start();
    const port = askForPort(window.webContents);
    const [channel, message, ports] = window.webContents.mainFrame.postMessage.mock.calls[0] ?? [];
    expect([channel, message, ports?.length]).toEqual([portChannel, null, 1]);
    expect(ports?.[0]).toBe(port);
    expect(await clientOf(port).app.info()).toEqual({ version: '1.2.3' });
    port?.close();
  });

  it('goes to nobody else', async () => {
    const { window } = await start();
    const postMessage = vi.fn();
    for (const frame of [
      { url: 'https://example.com/', parent: null, postMessage },
      { url: 'app://workbench/', parent: {}, postMessage },
      { url: 'app://elsewhere/', parent: null, postMessage },
      null,
    ]) {
      expect(askForPort(window.webContents, frame)).toBeUndefined();
    }
    expect(postMessage).not.toHaveBeenCalled();
  });

  it('is a new one after a reload, and the old one is closed with what runs on it', async () => {
    const { window } = await start();
    const first = askForPort(window.webContents);
    const events = await clientOf(first).app.events();
    const ended = (async () => {
      for await (const event of events) expect(event).toMatchObject({ type: 'hello' });
    })().catch(() => 'aborted');
    const closed = new Promise((resolve) => first?.once('close', resolve));
    const second = askForPort(window.webContents);
    await closed;
    await ended;
    expect(await clientOf(second).app.info()).toEqual({ version: '1.2.3' });
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    await new Promise((resolve) => second?.once('close', resolve));
  });
});

describe('a page that crashed', () => {
  it('is offered to be loaded again', async () => {
    const { window } = await start();
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 });
    await vi.waitFor(() => expect(window.reload).toHaveBeenCalledTimes(1));
    expect(electron.dialog.showMessageBox).toHaveBeenCalledWith(
      window,
      expect.objectContaining({ buttons: ['Load again', 'Quit'] }),
    );
  });

  it('can be left', async () => {
    const { window, workbench } = await start();
    electron.dialog.showMessageBox.mockResolvedValueOnce({ response: 1 });
    window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 });
    await vi.waitFor(() => expect(electron.app.ended).toBe(0));
    expect(workbench.close).toHaveBeenCalledTimes(1);
    expect(window.reload).not.toHaveBeenCalled();
  });
});

describe('files', () => {
  it('wait until the page listens, then are opened in their order', async () => {
    process.argv = ['/app/decision-workbench', '--flag', '/a/one.json'];
    const { window, workbench } = await start();
    const opened = fakes.fakedEvent({});
    electron.app.emit('open-file', opened, '/a/two.gguf');
    expect(opened.defaultPrevented).toBe(true);
    await clientOf(askForPort(window.webContents)).app.info();
    expect(workbench.openFile).not.toHaveBeenCalled();
    const port = askForPort(window.webContents);
    const events = await clientOf(port).app.events();
    await vi.waitFor(() => expect(workbench.openFile.mock.calls).toEqual([['/a/one.json'], ['/a/two.gguf']]));
    await events[Symbol.asyncIterator]().return?.();
    port?.close();
  });

  it('wait when the last window is gone, until there is another', async () => {
    const { window, workbench } = await start();
    await clientOf(askForPort(window.webContents)).app.events();
    vi.spyOn(electron.app, 'quit').mockReturnValue();
    window.close();
    electron.app.emit('open-file', fakes.fakedEvent({}), '/a/late.json');
    const [next] = fakes.FakedWindow.all;
    if (next === undefined) throw new Error('no window was opened');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(workbench.openFile).not.toHaveBeenCalled();
    const port = askForPort(next.webContents);
    await clientOf(port).app.events();
    await vi.waitFor(() => expect(workbench.openFile.mock.calls).toEqual([['/a/late.json']]));
    port?.close();
  });

  it('of a second instance come to this one, which shows itself', async () => {
    const { window, workbench } = await start();
    const port = askForPort(window.webContents);
    await clientOf(port).app.events();
    window.minimized = true;
    electron.app.emit('second-instance', {}, ['/app/decision-workbench', 'x.json', 'y.txt'], '/home/a');
    expect([window.restore, window.show, window.focus].map((call) => call.mock.calls.length)).toEqual([1, 1, 1]);
    await vi.waitFor(() => expect(workbench.openFile.mock.calls).toEqual([['/home/a/x.json']]));
    port?.close();
  });

  it('that were dropped are opened when our page says so, and one that fails is named in words', async () => {
    const { window, workbench } = await start();
    const port = askForPort(window.webContents);
    await clientOf(port).app.events();
    workbench.openFile.mockRejectedValueOnce(new Fault('FILE_DAMAGED', 'It is no decision file.', 'Choose another.'));
    const frame = window.webContents.mainFrame;
    const drop = (senderFrame: object | null, paths: unknown): void =>
      void electron.ipcMain.emit(droppedFilesChannel, { sender: window.webContents, senderFrame }, paths);
    drop(null, ['/a/no.json']);
    drop({ ...frame, url: 'https://example.com/' }, ['/a/no.json']);
    drop(frame, ['/a/bad.json', '/a/m.gguf', '/etc/passwd', 'relative.json']);
    await vi.waitFor(() => expect(workbench.openFile.mock.calls).toEqual([['/a/bad.json'], ['/a/m.gguf']]));
    expect(electron.dialog.showErrorBox).toHaveBeenCalledWith(
      'The file could not be opened',
      'It is no decision file.\n\nChoose another.',
    );
    port?.close();
  });

  it('of models are picked in the system’s dialog', async () => {
    const { host, window } = await start();
    expect(await host.pickModelFiles?.()).toEqual([]);
    electron.dialog.showOpenDialog.mockResolvedValueOnce({ canceled: false, filePaths: ['/m.gguf'] });
    expect(await host.pickModelFiles?.()).toEqual(['/m.gguf']);
    expect(electron.dialog.showOpenDialog).toHaveBeenLastCalledWith(
      window,
      expect.objectContaining({ properties: ['openFile', 'multiSelections'] }),
    );
  });
});

it('builds the menu from the actions, and passes what is chosen on', async () => {
  const { window, workbench } = await start();
  const template: MenuItemConstructorOptions[] = electron.Menu.setApplicationMenu.mock.calls[0]?.[0];
  const entries = template.flatMap((top) => (Array.isArray(top.submenu) ? top.submenu : []));
  expect(entries.flatMap((entry) => entry.id ?? []).sort()).toEqual(actions.map(({ id }) => id).sort());
  const entry = entries.find(({ id }) => id === 'score.now');
  Reflect.apply(entry?.click ?? (() => undefined), entry, []);
  expect(workbench.sendAction.mock.calls).toEqual([['score.now']]);
  expect(window.focus).toHaveBeenCalled();
});

describe('the window’s place', () => {
  it('is kept when it closes and taken again', async () => {
    const { window } = await start();
    window.bounds = { x: 100, y: 50, width: 1111, height: 777 };
    window.close();
    const file = join(electron.app.userData, 'window.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...window.bounds, maximized: false });
    electron.app.emit('activate');
    expect(fakes.FakedWindow.all[0]?.options).toMatchObject(window.bounds);
  });

  it('is the middle of the screen when the file is damaged', async () => {
    mkdirSync(electron.app.userData, { recursive: true });
    writeFileSync(join(electron.app.userData, 'window.json'), '{"x":');
    const { window } = await start();
    expect(window.options).toMatchObject({ x: 160, y: 80, width: 1280, height: 840 });
  });
});

describe('quitting', () => {
  it('closes the page, then its port, then the workbench, and only then ends', async () => {
    const { window, workbench } = await start();
    const order: string[] = [];
    const port = askForPort(window.webContents);
    port?.on('close', () => order.push('port'));
    window.on('closed', () => order.push('window'));
    workbench.close.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push('workbench');
    });
    onProcess.get('SIGTERM')?.();
    expect(electron.app.ended).toBeNull();
    await vi.waitFor(() => expect(electron.app.ended).toBe(0));
    expect(order).toEqual(['window', 'port', 'workbench']);
    expect(workbench.close).toHaveBeenCalledTimes(1);
  });

  it('does not wait for a page that hangs', async () => {
    const { window, workbench } = await start();
    vi.useFakeTimers();
    window.hangs = true;
    electron.app.quit();
    await vi.advanceTimersByTimeAsync(closeWindowsDeadlineMs);
    expect(window.isDestroyed()).toBe(true);
    expect(workbench.close).toHaveBeenCalledTimes(1);
    expect(electron.app.ended).toBe(0);
  });

  it('closes a workbench that was still opening', async () => {
    let opened = (_workbench: Workbench): void => undefined;
    await start(
      () =>
        new Promise((resolve) => {
          opened = resolve;
        }),
    );
    electron.app.quit();
    expect(electron.app.ended).toBeNull();
    const close = vi.fn(async () => undefined);
    opened({
      router: await fakedRouter(),
      openFile: vi.fn(),
      sendAction: vi.fn(),
      sleep: vi.fn(),
      wake: vi.fn(),
      close,
    });
    await vi.waitFor(() => expect(electron.app.ended).toBe(0));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('is told when the machine sleeps and wakes', async () => {
    const { workbench } = await start();
    electron.powerMonitor.emit('suspend');
    electron.powerMonitor.emit('resume');
    expect(workbench.sleep).toHaveBeenCalledTimes(1);
    expect(workbench.wake).toHaveBeenCalledTimes(1);
  });

  it.runIf(process.platform !== 'darwin')('follows the last window', async () => {
    const { window, workbench } = await start();
    window.close();
    await vi.waitFor(() => expect(electron.app.ended).toBe(0));
    expect(workbench.close).toHaveBeenCalledTimes(1);
  });
});
