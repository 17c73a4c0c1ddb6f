import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { BrowserWindowConstructorOptions, MenuItemConstructorOptions } from 'electron';
import { vi } from 'vitest';
import { asMainPort, type FakedMainPort } from './as-main-port.ts';

/** An event of Electron's, whose default can be prevented. */
export function fakedEvent<Rest extends object>(
  rest: Rest,
): Rest & { defaultPrevented: boolean; preventDefault(): void } {
  const event = {
    ...rest,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true;
    },
  };
  return event;
}

let contentsCount = 0;

export class FakedContents extends EventEmitter {
  id = ++contentsCount;
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  /** Ports that were handed to the page, in order. */
  ports: MessagePort[] = [];
  mainFrame = {
    url: 'app://workbench/',
    parent: null as unknown,
    postMessage: vi.fn((_channel: string, _message: unknown, ports: MessagePort[]) => void this.ports.push(...ports)),
  };
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
}

export class FakedWindow extends EventEmitter {
  static all: FakedWindow[] = [];
  static getAllWindows = (): FakedWindow[] => [...FakedWindow.all];
  webContents = new FakedContents();
  loadURL = vi.fn(async (_address: string) => undefined);
  show = vi.fn();
  focus = vi.fn();
  restore = vi.fn();
  reload = vi.fn();
  maximize = vi.fn();
  setBackgroundColor = vi.fn();
  minimized = false;
  bounds = { x: 10, y: 20, width: 1000, height: 700 };
  /** Pages that hang do not let their window close. */
  hangs = false;
  readonly options: BrowserWindowConstructorOptions;
  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    FakedWindow.all.push(this);
    electron.app.emit('web-contents-created', fakedEvent({}), this.webContents);
  }
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => false;
  isDestroyed = (): boolean => !FakedWindow.all.includes(this);
  getNormalBounds = (): object => this.bounds;
  close(): void {
    this.emit('close', fakedEvent({}));
    if (!this.hangs) this.destroy();
  }
  destroy(): void {
    FakedWindow.all = FakedWindow.all.filter((one) => one !== this);
    this.webContents.emit('destroyed');
    this.emit('closed');
    if (FakedWindow.all.length === 0) electron.app.emit('window-all-closed');
  }
}

class FakedApp extends EventEmitter {
  userData = '';
  isPackaged = true;
  ready = Promise.resolve();
  hasLock = true;
  ended: number | null = null;
  enableSandbox = vi.fn();
  setAppUserModelId = vi.fn();
  setAboutPanelOptions = vi.fn();
  homeFolder = '';
  getPath = (name: string): string => (name === 'home' ? this.homeFolder : this.userData);
  getVersion = (): string => '1.2.3';
  requestSingleInstanceLock = vi.fn(() => this.hasLock);
  whenReady = (): Promise<void> => this.ready;
  exit = vi.fn((code: number) => {
    this.ended ??= code;
  });
  quit = vi.fn(() => {
    const event = fakedEvent({});
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.ended ??= 0;
  });
}

type Callback<Value> = (value: Value) => void;

class FakedSession extends EventEmitter {
  partition = '';
  cache: boolean | undefined;
  requestHandler: (contents: unknown, permission: string, callback: Callback<boolean>, details: object) => void =
    vi.fn();
  checkHandler: (contents: unknown, permission: string, origin: string) => boolean = () => true;
  deviceHandler: () => boolean = () => true;
  certificateProc: (request: object, callback: Callback<number>) => void = vi.fn();
  beforeRequest: (details: { url: string }, callback: Callback<{ cancel?: boolean }>) => void = vi.fn();
  handlers = new Map<string, (request: Request) => Promise<Response>>();
  protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>) =>
      void this.handlers.set(scheme, handler),
  };
  webRequest = {
    onBeforeRequest: (handler: FakedSession['beforeRequest']) => {
      this.beforeRequest = handler;
    },
  };
  setSpellCheckerEnabled = vi.fn();
  setDisplayMediaRequestHandler = vi.fn();
  setBluetoothPairingHandler = vi.fn();
  setPermissionRequestHandler(handler: FakedSession['requestHandler']): void {
    this.requestHandler = handler;
  }
  setPermissionCheckHandler(handler: FakedSession['checkHandler']): void {
    this.checkHandler = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    this.deviceHandler = handler;
  }
  setCertificateVerifyProc(proc: FakedSession['certificateProc']): void {
    this.certificateProc = proc;
  }
}

const pageSession = new FakedSession();
const display = { id: 1, workArea: { x: 0, y: 0, width: 1600, height: 1000 } };

/** As much of Electron's main process as the app uses; the module `electron` of the tests. */
export const electron = {
  app: new FakedApp(),
  BrowserWindow: FakedWindow,
  dialog: {
    showErrorBox: vi.fn(),
    showMessageBox: vi.fn(async () => ({ response: 0 })),
    showOpenDialog: vi.fn(async () => ({ canceled: true, filePaths: [] as string[] })),
  },
  ipcMain: new EventEmitter(),
  Menu: {
    buildFromTemplate: vi.fn((template: MenuItemConstructorOptions[]) => template),
    setApplicationMenu: vi.fn(),
  },
  MessageChannelMain: class {
    port1: FakedMainPort;
    port2: MessagePort;
    constructor() {
      const { port1, port2 } = new MessageChannel();
      this.port1 = asMainPort(port1);
      this.port2 = port2;
    }
  },
  nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' }),
  protocol: { registerSchemesAsPrivileged: vi.fn() },
  powerMonitor: new EventEmitter(),
  screen: { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
  session: {
    page: pageSession,
    fromPartition: vi.fn((partition: string, options: { cache: boolean }) => {
      pageSession.partition = partition;
      pageSession.cache = options.cache;
      return pageSession;
    }),
  },
  utilityProcess: { fork: vi.fn() },
};
