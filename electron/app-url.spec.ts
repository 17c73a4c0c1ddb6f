import { describe, expect, it } from 'vitest';
import { appAddress, isAppRequest, isAppUrl } from './app-url.ts';

describe('isAppUrl', () => {
  it.each([appAddress, 'app://workbench', 'app://workbench/assets/main.js?x=1#y'])('accepts %s', (address) => {
    expect(isAppUrl(address)).toBe(true);
  });

  // Node knows no origin for these: compared by origin, all of them would equal ours.
  it.each([
    'app://other/',
    'app://workbench.example/',
    'app://workbench:1/',
    'app://user@workbench/',
    'app:workbench',
    'evil://workbench/',
    'https://workbench/',
    'file:///workbench/',
    'about:blank',
    'null',
    '',
  ])('refuses %s', (address) => {
    expect(isAppUrl(address)).toBe(false);
  });
});

describe('isAppRequest', () => {
  it.each([appAddress, 'blob:app://workbench/0f3c', 'data:image/png;base64,AA=='])('lets %s through', (address) => {
    expect(isAppRequest(address)).toBe(true);
  });

  it.each([
    'https://example.com/',
    'http://127.0.0.1:80/',
    'ws://localhost/',
    'file:///etc/passwd',
    'blob:https://example.com/0f3c',
    'blob:null/0f3c',
    'chrome-extension://abc/',
    'devtools://devtools/bundled/inspector.html',
  ])('stops %s', (address) => {
    expect(isAppRequest(address)).toBe(false);
  });
});
