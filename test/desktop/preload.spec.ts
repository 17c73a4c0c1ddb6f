import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { droppedFilesChannel, portChannel, portRequestChannel } from '../../electron/channels.ts';
import { acceptPort } from '../../renderer/app/connection/accept-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'preload-'));
let code: string;

beforeAll(async () => {
  await build({
    configFile: join(import.meta.dirname, '../../vite.preload.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: false },
  });
  code = readFileSync(join(folder, 'electron', 'preload.cjs'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The window as far as preload and page use it: messages come back to it as they do in a browser. */
class FakedPage extends EventTarget {
  location = { origin: 'app://workbench', protocol: 'app:' };
  posted: { data: unknown; origin: string; ports: unknown[] }[] = [];
  postMessage(data: unknown, origin: string, ports: unknown[]): void {
    this.posted.push({ data, origin, ports });
    const event = Object.assign(new Event('message'), { data, origin, ports, source: this });
    queueMicrotask(() => this.dispatchEvent(event));
  }
}

let page: FakedPage;
let ipcRenderer: EventEmitter & { send: ReturnType<typeof vi.fn> };
let required: string[];
let context: vm.Context;
const contextBridge = { exposeInMainWorld: vi.fn() };

/** Runs the preload as a sandboxed one is run: a function with `require` and the page's globals, without Node's. */
function runPreload(): void {
  const require = (name: string): unknown => {
    required.push(name);
    if (name !== 'electron') throw new Error(`A sandboxed preload cannot require ${name}.`);
    return {
      ipcRenderer,
      contextBridge,
      webUtils: { getPathForFile: (file: { name: string; path?: string }) => file.path ?? '' },
    };
  };
  const run: unknown = vm.runInContext(`(function (require, module, exports) {${code}\n})`, context);
  if (typeof run !== 'function') throw new Error('The preload is no script.');
  const module = { exports: {} };
  run(require, module, module.exports);
  expect(module.exports).toEqual({});
}

beforeEach(() => {
  page = new FakedPage();
  ipcRenderer = Object.assign(new EventEmitter(), { send: vi.fn() });
  required = [];
  contextBridge.exposeInMainWorld.mockClear();
  context = vm.createContext({ window: page });
});

describe('the preload as built', () => {
  it('needs Electron alone, and gives the page nothing', () => {
    const before = Object.keys(context);
    const ofPage = Object.keys(page);
    runPreload();
    expect(new Set(required)).toEqual(new Set(['electron']));
    expect(Object.keys(context)).toEqual(before);
    expect(Object.keys(page)).toEqual(ofPage);
    expect(contextBridge.exposeInMainWorld).not.toHaveBeenCalled();
    expect(page.posted).toEqual([]);
    expect(ipcRenderer.eventNames()).toEqual([portChannel]);
  });

  it('asks for the port when the page listens, and hands that one on', async () => {
    runPreload();
    const accepted = acceptPort(page as unknown as Window);
    expect(ipcRenderer.send).not.toHaveBeenCalled();
    page.dispatchEvent(new Event('DOMContentLoaded'));
    page.dispatchEvent(new Event('DOMContentLoaded'));
    expect(ipcRenderer.send.mock.calls).toEqual([[portRequestChannel]]);
    const port = { start: vi.fn() };
    ipcRenderer.emit(portChannel, { ports: [port] }, { secret: 'from main' });
    expect(await accepted).toBe(port);
    expect(port.start).toHaveBeenCalled();
    // The message says nothing but what it is, and goes to our own origin alone.
    expect(page.posted).toEqual([
      { data: { type: 'decision-workbench:port' }, origin: 'app://workbench', ports: [port] },
    ]);
    ipcRenderer.emit(portChannel, { ports: [{}] }, null);
    expect(page.posted).toHaveLength(1);
  });

  const drop = (files: { name: string; path?: string }[]): { event: Event; reached: boolean } => {
    const event = Object.assign(new Event('drop', { cancelable: true }), { dataTransfer: { files } });
    const listener = vi.fn();
    page.addEventListener('drop', listener);
    page.dispatchEvent(event);
    page.removeEventListener('drop', listener);
    return { event, reached: listener.mock.calls.length > 0 };
  };

  it('tells the main process which files were dropped, and keeps them from the page', () => {
    runPreload();
    ipcRenderer.send.mockClear();
    const { event, reached } = drop([
      { name: 'a.decision.json', path: '/d/a.decision.json' },
      { name: 'M.GGUF', path: '/d/M.GGUF' },
      { name: 'c.txt', path: '/d/c.txt' },
      { name: 'made-by-the-page.json' },
    ]);
    expect(ipcRenderer.send.mock.calls).toEqual([[droppedFilesChannel, ['/d/a.decision.json', '/d/M.GGUF']]]);
    expect([event.defaultPrevented, reached]).toEqual([true, false]);
    expect(page.posted).toEqual([]);
  });

  it('leaves what the app does not open to the page', () => {
    runPreload();
    ipcRenderer.send.mockClear();
    const { event, reached } = drop([{ name: 'c.csv', path: '/d/c.csv' }]);
    expect(ipcRenderer.send).not.toHaveBeenCalled();
    expect([event.defaultPrevented, reached]).toEqual([false, true]);
  });

  it('lets files be dropped at all, and text be dragged as ever', () => {
    runPreload();
    for (const [types, prevented] of [
      [['Files'], true],
      [['text/plain'], false],
    ] as const) {
      const event = Object.assign(new Event('dragover', { cancelable: true }), { dataTransfer: { types } });
      page.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(prevented);
    }
  });
});
