import { describe, expect, it } from 'vitest';
import { accelerator } from './accelerator.ts';

describe('accelerator', () => {
  it.each([
    [{ mod: true, key: 'k' }, 'CommandOrControl+K'],
    [{ mod: true, alt: true, key: 'n' }, 'CommandOrControl+Alt+N'],
    [{ mod: true, shift: true, key: 'z' }, 'CommandOrControl+Shift+Z'],
    [{ mod: true, key: 'enter' }, 'CommandOrControl+Enter'],
    [{ mod: true, key: ',' }, 'CommandOrControl+,'],
    [{ mod: true, key: '/' }, 'CommandOrControl+/'],
    [{ mod: true, key: '1' }, 'CommandOrControl+1'],
    [{ mod: true, key: '+' }, 'CommandOrControl+Plus'],
    [{ alt: true, key: 'arrowup' }, 'Alt+Up'],
    [{ key: 'f5' }, 'F5'],
    [{ key: ' ' }, 'Space'],
  ] as const)('names %j', (shortcut, expected) => {
    expect(accelerator(shortcut)).toBe(expected);
  });

  it('refuses a key that it cannot name', () => {
    expect(() => accelerator({ mod: true, key: 'unheard-of' })).toThrow('unheard-of');
  });
});
