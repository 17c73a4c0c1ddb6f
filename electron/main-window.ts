import type { BrowserWindow, BrowserWindowConstructorOptions, Dialog, NativeTheme, Screen, Session } from 'electron';
import type { Logger } from 'pino';
import { appAddress } from './app-url.ts';
import { readWindowFile, writeWindowFile } from './window-file.ts';
import { backgroundColors, windowOptions } from './window-options.ts';
import { placeWindow } from './window-placement.ts';

/** Moving and sizing a window gives many events; the last one counts. */
const saveDelayMs = 500;

export interface MainWindowOptions {
  title: string;
  newWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
  nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors' | 'on' | 'off'>;
  dialog: Pick<Dialog, 'showMessageBox'>;
  session: Session;
  preload: string;
  icon: string | null;
  developer: boolean;
  /** Absolute path of the file that keeps the window's place. */
  placeFile: string;
  quit: () => void;
  log: Logger;
}

export interface MainWindow {
  /** Opens the window, or brings it to the front. */
  show(): void;
  /** The window, while there is one. */
  current(): BrowserWindow | null;
}

/** The app's one window: placed as it was left, shown when it is drawn, offered anew when its page crashed. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  const { screen, nativeTheme, log } = options;
  let window: BrowserWindow | null = null;

  function open(): BrowserWindow {
    const primary = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
    const placement = placeWindow(
      readWindowFile(options.placeFile),
      [primary, ...others].map(({ workArea }) => workArea),
    );
    const opened = options.newWindow(windowOptions({ ...options, placement, dark: nativeTheme.shouldUseDarkColors }));
    if (placement.maximized) opened.maximize();
    opened.once('ready-to-show', () => opened.show());
    keepPlace(opened);
    const recolor = (): void =>
      opened.setBackgroundColor(nativeTheme.shouldUseDarkColors ? backgroundColors.dark : backgroundColors.light);
    nativeTheme.on('updated', recolor);
    opened.on('closed', () => {
      nativeTheme.off('updated', recolor);
      window = null;
    });
    opened.webContents.on('render-process-gone', (_event, details) => {
      log.error({ reason: details.reason, exitCode: details.exitCode }, 'the page’s process is gone');
      if (details.reason !== 'clean-exit') void offerReload(opened);
    });
    opened.loadURL(appAddress).catch(() => log.error('the interface could not be loaded'));
    return opened;
  }

  function keepPlace(opened: BrowserWindow): void {
    let timer: NodeJS.Timeout | undefined;
    const save = (): void => {
      clearTimeout(timer);
      try {
        writeWindowFile(options.placeFile, { ...opened.getNormalBounds(), maximized: opened.isMaximized() });
      } catch {
        log.warn('the place of the window could not be kept');
      }
    };
    const saveSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(save, saveDelayMs);
    };
    opened.on('resize', saveSoon);
    opened.on('move', saveSoon);
    opened.on('close', save);
    opened.on('closed', () => clearTimeout(timer));
  }

  async function offerReload(opened: BrowserWindow): Promise<void> {
    if (opened.isDestroyed()) return;
    const { response } = await options.dialog.showMessageBox(opened, {
      type: 'error',
      message: 'The page stopped working.',
      detail:
        'Your decisions are kept as they were last saved, and the model stays loaded. Load the page again to go on.',
      buttons: ['Load again', 'Quit'],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) options.quit();
    else if (!opened.isDestroyed()) opened.reload();
  }

  return {
    show() {
      if (window === null) {
        window = open();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    current: () => window,
  };
}
