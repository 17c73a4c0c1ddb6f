import type { Shortcut } from '../workbench/actions.ts';

/** Keys whose KeyboardEvent.key is not what Electron calls them. */
const keyNames: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '+': 'Plus',
  enter: 'Enter',
  escape: 'Escape',
  delete: 'Delete',
  backspace: 'Backspace',
  tab: 'Tab',
  arrowup: 'Up',
  arrowdown: 'Down',
  arrowleft: 'Left',
  arrowright: 'Right',
};

/**
 * Electron's accelerator for a shortcut, as in `CommandOrControl+Shift+R`.
 * @throws Error for a key that has no name here
 */
export function accelerator(shortcut: Shortcut): string {
  const { mod, shift, alt, key } = shortcut;
  const name = keyNames[key] ?? (/^(?:[!-~]|f\d{1,2})$/.test(key) ? key.toUpperCase() : null);
  if (name === null) throw new Error(`The key ${JSON.stringify(key)} has no name in Electron’s accelerators.`);
  return [mod && 'CommandOrControl', alt && 'Alt', shift && 'Shift', name].filter(Boolean).join('+');
}
