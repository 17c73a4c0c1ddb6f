import type { Shortcut } from '../../../workbench/actions.ts';

const named: Record<string, string> = { enter: 'Enter', arrowup: '↑', arrowdown: '↓', ',': ',', '.': '.', '/': '/' };

/** The keys of a shortcut as they are printed on the keyboard: `⌘ K` on a Mac, `Ctrl K` elsewhere. */
export function shortcutKeys(shortcut: Shortcut, mac: boolean): string[] {
  const keys: string[] = [];
  if (shortcut.mod) keys.push(mac ? '⌘' : 'Ctrl');
  if (shortcut.alt) keys.push(mac ? '⌥' : 'Alt');
  if (shortcut.shift) keys.push(mac ? '⇧' : 'Shift');
  keys.push(named[shortcut.key] ?? shortcut.key.toUpperCase());
  return keys;
}
