import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeTheme,
  powerMonitor,
  protocol,
  screen,
  session,
  utilityProcess,
} from 'electron';
import { errorFacts } from '../adapter/error-facts.ts';
import { asFault } from '../adapter/fault.ts';
import { actions } from '../workbench/actions.ts';
import { modelsFolder, workspaceFolder } from '../workbench/cli/default-folders.ts';
import type { Host, Workbench } from '../workbench/host.ts';
import { appScheme } from './app-url.ts';
import { droppedFilesChannel } from './channels.ts';
import { closeWindows } from './close-windows.ts';
import { filesInArguments, filesInDrop } from './files-to-open.ts';
import { followColorScheme } from './follow-color-scheme.ts';
import { guardContents } from './guard-contents.ts';
import { guardSession } from './guard-session.ts';
import { handOverPorts } from './hand-over-port.ts';
import { createLog } from './log.ts';
import { createMainWindow } from './main-window.ts';
import { menuTemplate } from './menu-template.ts';
import { createFileOpener } from './open-files.ts';
import { pickModelFiles } from './pick-model-files.ts';
import { quitInOrder } from './quit-in-order.ts';
import { appSchemePrivileges, isTrustedSender } from './security.ts';
import { createAppFiles } from './serve-app-files.ts';
import { describeStartFailure } from './start-failure.ts';
import { createUtilityTrial } from './try-model-utility.ts';

export interface DesktopOptions {
  openWorkbench: (host: Host) => Promise<Workbench>;
  /** Absolute path of the folder with everything that was built. */
  builtFolder: string;
  /** Absolute path of the window's icon. */
  icon: string;
}

const appName = 'Decision Workbench';

/** Nothing of the page is kept by Chromium, in no cache and no storage: a partition without `persist:` is memory. */
const pagePartition = 'workbench';

/**
 * Starts the desktop app: one instance, the workbench in this process, one window on it. Called before Electron is ready.
 */
export function startDesktop(options: DesktopOptions): void {
  const userData = app.getPath('userData');
  mkdirSync(userData, { recursive: true });
  if (!app.requestSingleInstanceLock()) {
    // The instance that is open shows itself and opens the files of this command line.
    app.exit(0);
    return;
  }
  const log = createLog(join(userData, 'logs', 'main.log'));
  process.on('uncaughtException', (error) => log.fatal(errorFacts(error), 'uncaught exception'));
  process.on('unhandledRejection', (error) => log.error(errorFacts(error), 'unhandled rejection'));

  app.enableSandbox();
  app.setAppUserModelId('org.decisionworkbench.app');
  protocol.registerSchemesAsPrivileged([{ scheme: appScheme, privileges: appSchemePrivileges }]);
  guardContents(app);

  const developer = !app.isPackaged;
  const files = createFileOpener(log, (error) => {
    const fault = asFault(error);
    dialog.showErrorBox('The file could not be opened', `${fault.message}\n\n${fault.next}`);
  });
  let show = (): void => undefined;
  app.on('open-file', (event, path) => {
    event.preventDefault();
    files.open(filesInArguments([path], '/'));
    show();
  });
  app.on('second-instance', (_event, argv, workingDirectory) => {
    files.open(filesInArguments(ownArguments(argv), workingDirectory));
    show();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('child-process-gone', (_event, details) => {
    const { type, reason, exitCode, serviceName } = details;
    log.error({ type, reason, exitCode, serviceName }, 'a child process is gone');
  });
  files.open(filesInArguments(ownArguments(process.argv), process.cwd()));

  let opening: Promise<Workbench | null> = Promise.resolve(null);
  let closePorts = (): void => undefined;
  const quit = quitInOrder({
    app,
    close: async () => {
      await closeWindows(BrowserWindow.getAllWindows());
      closePorts();
      await (await opening)?.close();
    },
    onFault: (error) => log.error(errorFacts(error), 'closing failed'),
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quit);

  const run = async (): Promise<void> => {
    await app.whenReady();
    const { env, platform } = process;
    // The same as the command line's and browser mode's: a decision made in one is there in the others.
    const folders = { env, platform, homeFolder: app.getPath('home'), folder: process.cwd() };
    const workspace = workspaceFolder(folders);
    const pageSession = session.fromPartition(pagePartition, { cache: false });
    guardSession(pageSession, { developer });
    pageSession.protocol.handle(appScheme, createAppFiles(join(options.builtFolder, 'renderer')));
    const window = createMainWindow({
      title: appName,
      newWindow: (windowOptions) => new BrowserWindow(windowOptions),
      screen,
      nativeTheme,
      dialog,
      session: pageSession,
      preload: join(options.builtFolder, 'electron', 'preload.cjs'),
      icon: platform === 'linux' ? options.icon : null,
      developer,
      placeFile: join(userData, 'window.json'),
      quit,
      log,
    });
    const opened = options.openWorkbench({
      kind: 'desktop',
      version: app.getVersion(),
      workspaceFolder: workspace,
      modelsFolder: modelsFolder(folders),
      surroundings: folders,
      pickModelFiles: () => pickModelFiles(dialog, window.current()),
      tryModel: createUtilityTrial(utilityProcess.fork, join(options.builtFolder, 'node', 'try-model.js')),
      fitWorker: join(options.builtFolder, 'node', 'fit-worker.js'),
      builtFolder: options.builtFolder,
    });
    opening = opened.catch(() => null);
    let workbench: Workbench;
    try {
      workbench = await opened;
    } catch (error) {
      log.fatal(errorFacts(error), 'the workbench could not be opened');
      const { title, content } = describeStartFailure(error, workspace);
      dialog.showErrorBox(title, content);
      app.exit(1);
      return;
    }
    closePorts = handOverPorts({
      ipcMain,
      router: workbench.router,
      newChannel: () => new MessageChannelMain(),
      onRefused: () => log.warn('a port was asked for by something else than our page'),
      // While no page listens, nobody would see the decision that a file became.
      onListening: (listening) => files.target(listening ? workbench : null),
    });
    followColorScheme(workbench.router, nativeTheme).catch((error: unknown) => {
      log.error(errorFacts(error), 'the colour scheme is not followed');
    });
    ipcMain.on(droppedFilesChannel, (event, paths: unknown) => {
      if (isTrustedSender(event.senderFrame)) files.open(filesInDrop(paths));
    });
    const onAction = (id: string): void => {
      window.show();
      workbench.sendAction(id);
    };
    powerMonitor.on('suspend', () => {
      workbench.sleep().catch((error: unknown) => log.error(errorFacts(error), 'the model was not given up for sleep'));
    });
    powerMonitor.on('resume', () => workbench.wake());
    app.setAboutPanelOptions({ applicationName: appName, applicationVersion: app.getVersion() });
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ actions, platform, appName, developer, onAction })));
    show = () => window.show();
    app.on('activate', show);
    window.show();
    log.info({ version: app.getVersion(), platform }, 'started');
  };
  run().catch((error: unknown) => {
    log.fatal(errorFacts(error), 'the app could not start');
    dialog.showErrorBox(`${appName} could not start`, asFault(error).message);
    app.exit(1);
  });
}

/** Arguments after the program's own: unpackaged, Electron's first argument is the app's folder. */
function ownArguments(argv: readonly string[]): string[] {
  return argv.slice(app.isPackaged ? 1 : 2);
}
