/** What a key does while samples are labelled; `option` counts from 0. */
export type LabelCommand =
  | { do: 'label'; option: number }
  | {
      do:
        | 'accept'
        | 'skip'
        | 'next'
        | 'previous'
        | 'clear'
        | 'dispute'
        | 'note'
        | 'next-unlabelled'
        | 'next-uncertain'
        | 'find-option'
        | 'leave';
    };

/** What of a KeyboardEvent decides. */
export type LabelKeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Letters that mean something else than an option. */
const commandLetters: Record<string, LabelCommand> = {
  d: { do: 'dispute' },
  j: { do: 'next' },
  k: { do: 'previous' },
  m: { do: 'next-uncertain' },
  n: { do: 'note' },
  s: { do: 'skip' },
  u: { do: 'next-unlabelled' },
};

const commandKeys: Record<string, LabelCommand> = {
  Enter: { do: 'accept' },
  ' ': { do: 'skip' },
  ArrowDown: { do: 'next' },
  ArrowUp: { do: 'previous' },
  Backspace: { do: 'clear' },
  Delete: { do: 'clear' },
  '/': { do: 'find-option' },
  Escape: { do: 'leave' },
};

const digits = [...'1234567890'];
const letters = [...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => commandLetters[letter] === undefined);

/** The keys of options by their place: digits, letters, then letters with Shift; later options are found by name. */
export const optionKeys: readonly string[] = [...digits, ...letters, ...letters.map((letter) => letter.toUpperCase())];

/** What a key press means among `options` options; null when it means nothing here. */
export function readLabelKey(press: LabelKeyPress, options: number): LabelCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  const option = optionKeys.indexOf(keyOf(press));
  if (option !== -1) return option < options ? { do: 'label', option } : null;
  return commandKeys[press.key] ?? (press.shiftKey ? null : (commandLetters[press.key.toLowerCase()] ?? null));
}

/** Some keyboards have their digits on the shifted keys: there the place of the key counts. */
function keyOf({ key, code, shiftKey }: LabelKeyPress): string {
  if (/^[0-9]$/.test(key)) return key;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1];
  if (digit !== undefined && !shiftKey && !/^[a-z]$/i.test(key)) return commandKeys[key] === undefined ? digit : key;
  // Caps Lock is no Shift.
  if (/^[a-z]$/i.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  return key;
}

/** How a key is printed beside its option. */
export function printKey(key: string): string {
  return /^[A-Z]$/.test(key) ? `⇧${key}` : key.toUpperCase();
}
