import type { FuseV1Options } from '@electron/fuses';
import type { Privileges, WebPreferences } from 'electron';
import { isAppUrl } from './app-url.ts';

/**
 * Electron's security checklist and the fuses, as data with the reason of each. What is a rule for a setting stands
 * here and is used from here; the checklist at the end says for every item where it is kept.
 */

/** What the window's page may do. Every line is stated, also where it is Electron's default today. */
export const pagePreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  // The spelling checker fetches its dictionaries from a server.
  spellcheck: false,
  // The page's own dialogs would look like ours.
  disableDialogs: true,
} as const satisfies WebPreferences;

/** Privileges of `app:`. A service worker would outlive the policy of the page, and CSP is never bypassed. */
export const appSchemePrivileges = {
  standard: true,
  secure: true,
  supportFetchAPI: true,
  corsEnabled: false,
  bypassCSP: false,
  allowServiceWorkers: false,
  stream: false,
} as const satisfies Privileges;

/** The only permission that a page of ours gets: copying a result writes text and pictures to the clipboard. */
const permittedPermissions: readonly string[] = ['clipboard-sanitized-write'];

/** @param requester the address, or the origin, of the page that asks */
export function isPermitted(permission: string, requester: string): boolean {
  return permittedPermissions.includes(permission) && isAppUrl(requester);
}

/** The frame that sent a message over IPC, as far as the check needs it. */
export interface Sender {
  url: string;
  parent: unknown;
}

/** Whether a message comes from our own page itself: the top frame, at our address. A frame that is gone is nobody. */
export function isTrustedSender(frame: Sender | null): boolean {
  return frame !== null && frame.parent === null && isAppUrl(frame.url);
}

type FuseName = keyof typeof FuseV1Options;

export interface Fuse {
  on: boolean;
  /** Its key in the packager's `electronFuses`; null where the packager knows none and Electron's own state stays. */
  key: string | null;
  reason: string;
}

/** Switches in Electron's binary, set when it is packaged. */
export const fuses = {
  RunAsNode: {
    on: true,
    key: 'runAsNode',
    reason:
      'The engine tests its native binary in a process of its own, and inside our try of an unknown model file it falls back to child_process.fork, which needs this.',
  },
  EnableCookieEncryption: {
    on: true,
    key: 'enableCookieEncryption',
    reason: 'The app has no cookies; should a library ever set one, it is not stored in the clear.',
  },
  EnableNodeOptionsEnvironmentVariable: {
    on: false,
    key: 'enableNodeOptionsEnvironmentVariable',
    reason: 'NODE_OPTIONS could load foreign code into the app.',
  },
  EnableNodeCliInspectArguments: {
    on: false,
    key: 'enableNodeCliInspectArguments',
    reason: '--inspect would open the main process to anyone on this machine.',
  },
  EnableEmbeddedAsarIntegrityValidation: {
    on: true,
    key: 'enableEmbeddedAsarIntegrityValidation',
    reason: 'Changed code in app.asar is not run (macOS and Windows check it).',
  },
  OnlyLoadAppFromAsar: {
    on: true,
    key: 'onlyLoadAppFromAsar',
    reason: 'Without it a folder named app beside the archive would be loaded unchecked.',
  },
  LoadBrowserProcessSpecificV8Snapshot: {
    on: false,
    key: 'loadBrowserProcessSpecificV8Snapshot',
    reason: 'There is no snapshot of our own; a foreign one must not be picked up.',
  },
  GrantFileProtocolExtraPrivileges: {
    on: false,
    key: 'grantFileProtocolExtraPrivileges',
    reason: 'Nothing is loaded over file:, so it needs no rights.',
  },
  WasmTrapHandlers: {
    on: true,
    key: null,
    reason: 'Electron’s own state; the packager cannot set it, and no WebAssembly of ours runs.',
  },
} as const satisfies Record<FuseName, Fuse>;

export interface ChecklistItem {
  /** Number and title in Electron's security tutorial. */
  number: number;
  title: string;
  /** How it is kept, and where. */
  kept: string;
}

/** https://www.electronjs.org/docs/latest/tutorial/security */
export const checklist: readonly ChecklistItem[] = [
  { number: 1, title: 'Only load secure content', kept: 'app: is the only source; guard-session.ts cancels the rest' },
  { number: 2, title: 'No Node.js integration for remote content', kept: 'pagePreferences; and nothing is remote' },
  { number: 3, title: 'Context isolation', kept: 'pagePreferences.contextIsolation' },
  { number: 4, title: 'Process sandboxing', kept: 'pagePreferences.sandbox, and app.enableSandbox() at start' },
  { number: 5, title: 'Handle session permission requests', kept: 'isPermitted in guard-session.ts' },
  { number: 6, title: 'Do not disable webSecurity', kept: 'pagePreferences.webSecurity' },
  { number: 7, title: 'Content security policy', kept: 'serve-app-files.ts, a new nonce for each document' },
  { number: 8, title: 'No allowRunningInsecureContent', kept: 'pagePreferences.allowRunningInsecureContent' },
  { number: 9, title: 'No experimental features', kept: 'pagePreferences.experimentalFeatures' },
  { number: 10, title: 'No enableBlinkFeatures', kept: 'pagePreferences.enableBlinkFeatures' },
  { number: 11, title: 'No allowpopups for webviews', kept: 'no webview: pagePreferences.webviewTag' },
  { number: 12, title: 'Verify webview options', kept: 'guard-contents.ts prevents every will-attach-webview' },
  { number: 13, title: 'Limit navigation', kept: 'guard-contents.ts allows our own address only' },
  { number: 14, title: 'Limit new windows', kept: 'guard-contents.ts denies every one' },
  { number: 15, title: 'No shell.openExternal with untrusted content', kept: 'shell is used nowhere' },
  { number: 16, title: 'A current version of Electron', kept: 'an exact pin in package.json' },
  { number: 17, title: 'Validate the sender of IPC messages', kept: 'isTrustedSender in hand-over-port.ts' },
  { number: 18, title: 'No file: protocol', kept: 'app: through serve-app-files.ts' },
  { number: 19, title: 'Check the fuses', kept: 'fuses above, set by electron-builder.yml, read back by test:package' },
  { number: 20, title: 'No Electron APIs for the page', kept: 'preload.ts exposes nothing: it hands one port on' },
];
