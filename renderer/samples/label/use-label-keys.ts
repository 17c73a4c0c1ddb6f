import { useEffect, useRef } from 'react';
import { type LabelCommand, readLabelKey } from './label-keys.ts';

/** Where letters are typed, and where keys belong to something on top. */
const TYPING = 'input, textarea, select, [contenteditable]';
const ON_TOP = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** What Enter and Space press by themselves. */
const PRESSABLE = 'button, a, summary, [role="menuitem"]';

/**
 * While `on`, keys anywhere on the screen label samples, except where a person types. Leaving the mode turns them off.
 */
export function useLabelKeys(on: boolean, options: number, run: (command: LabelCommand) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const { target } = event;
      if (target instanceof HTMLElement) {
        if (target.closest(ON_TOP) !== null || target.matches(TYPING)) return;
        if ((event.key === 'Enter' || event.key === ' ') && target.closest(PRESSABLE) !== null) return;
      }
      const command = readLabelKey(event, options);
      if (command === null) return;
      event.preventDefault();
      latest.current(command);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [on, options]);
}
