import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { appAddress } from './app-url.ts';
import { appSchemePrivileges, checklist, fuses, isPermitted, isTrustedSender, pagePreferences } from './security.ts';

describe('the checklist', () => {
  it('has every item once, each with how it is kept', () => {
    expect(checklist.map((item) => item.number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const item of checklist) expect(item.kept.length, item.title).toBeGreaterThan(10);
  });

  it('holds for the page', () => {
    expect(pagePreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: '',
      webviewTag: false,
    });
    expect(appSchemePrivileges).toMatchObject({ standard: true, secure: true, bypassCSP: false });
  });

  it('pins Electron exactly', () => {
    expect(packageJson.devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('opens nothing in other programs, exposes nothing to the page and loads nothing over file:', () => {
    const sources = readdirSync(import.meta.dirname).filter((name) => /(?<!\.spec)\.ts$/.test(name));
    expect(sources.length).toBeGreaterThan(20);
    for (const name of sources) {
      const code = readFileSync(join(import.meta.dirname, name), 'utf8').replaceAll(
        /\/\/.*|\/\*[\s\S]*?\*\/|'[^'\n]*'/g,
        '',
      );
      expect(code, name).not.toMatch(/\bshell\b|openExternal|contextBridge|exposeInMainWorld|loadFile\(/);
    }
  });
});

describe('the fuses', () => {
  it('are all decided, each with its reason', () => {
    const known = Object.keys(FuseV1Options).filter((key) => Number.isNaN(Number(key)));
    expect(Object.keys(fuses).sort()).toEqual(known.sort());
    for (const fuse of Object.values(fuses)) expect(fuse.reason.length).toBeGreaterThan(20);
  });

  it('close the ways to run foreign code, and leave the one that the engine needs', () => {
    expect(fuses.RunAsNode.on).toBe(true);
    expect(fuses.EnableNodeOptionsEnvironmentVariable.on).toBe(false);
    expect(fuses.EnableNodeCliInspectArguments.on).toBe(false);
    expect(fuses.OnlyLoadAppFromAsar.on).toBe(true);
    expect(fuses.EnableEmbeddedAsarIntegrityValidation.on).toBe(true);
  });
});

describe('isPermitted', () => {
  it('gives our own page the clipboard and nothing else', () => {
    expect(isPermitted('clipboard-sanitized-write', appAddress)).toBe(true);
    expect(isPermitted('clipboard-sanitized-write', 'app://workbench')).toBe(true);
    for (const permission of ['clipboard-read', 'media', 'geolocation', 'notifications', 'openExternal', 'unknown']) {
      expect(isPermitted(permission, appAddress), permission).toBe(false);
    }
  });

  it('gives a foreign page nothing', () => {
    expect(isPermitted('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
    expect(isPermitted('clipboard-sanitized-write', 'other://workbench/')).toBe(false);
    expect(isPermitted('clipboard-sanitized-write', '')).toBe(false);
  });
});

describe('isTrustedSender', () => {
  it('is our own top frame', () => {
    expect(isTrustedSender({ url: appAddress, parent: null })).toBe(true);
  });

  it('is no frame that is gone, inside another, or at another address', () => {
    expect(isTrustedSender(null)).toBe(false);
    expect(isTrustedSender({ url: appAddress, parent: {} })).toBe(false);
    expect(isTrustedSender({ url: 'file:///index.html', parent: null })).toBe(false);
    expect(isTrustedSender({ url: 'app://elsewhere/', parent: null })).toBe(false);
    expect(isTrustedSender({ url: 'about:blank', parent: null })).toBe(false);
  });
});
