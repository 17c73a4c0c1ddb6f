import type { Shortcut } from '../../../workbench/actions.ts';

/** What of a KeyboardEvent decides. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/**
 * Whether a key press is the shortcut, with exactly its modifiers. The key itself is compared first; with Alt or
 * Shift held, a keyboard may send another character, so then the physical key of a letter or digit counts too.
 */
export function matchesShortcut(press: KeyPress, shortcut: Shortcut, mac: boolean): boolean {
  const mod = mac ? press.metaKey : press.ctrlKey;
  const other = mac ? press.ctrlKey : press.metaKey;
  if (mod !== (shortcut.mod ?? false) || other) return false;
  if (press.altKey !== (shortcut.alt ?? false)) return false;
  if (press.key.toLowerCase() === shortcut.key)
    return press.shiftKey === (shortcut.shift ?? false) || needsShift(shortcut);
  if (press.shiftKey !== (shortcut.shift ?? false)) return false;
  return (press.altKey || press.shiftKey) && physicalKey(press.code) === shortcut.key;
}

/** Keys such as `/` lie on a shifted key of some keyboards. */
function needsShift(shortcut: Shortcut): boolean {
  return shortcut.shift === undefined && /^[^a-z0-9]$/.test(shortcut.key);
}

function physicalKey(code: string): string | null {
  const match = /^(?:Key|Digit)(.)$/.exec(code);
  return match?.[1]?.toLowerCase() ?? null;
}
