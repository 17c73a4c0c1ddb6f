/** Hues of `tokens.css` (`--hue-0` to `--hue-11`): told apart on light, dark and high contrast surfaces. */
export const HUES = 12;

/** How an option looks in every chart: a hue, and a pattern once the hues are used up. */
export interface OptionLook {
  /** CSS colour. */
  color: string;
  pattern: 'solid' | 'striped' | 'dotted';
}

const patterns = ['solid', 'striped', 'dotted'] as const;

/** The look of hue index `hue`; it repeats only after 36 options, and no chart relies on it alone. */
export function lookOf(hue: number): OptionLook {
  return {
    color: `var(--hue-${hue % HUES})`,
    pattern: patterns[Math.floor(hue / HUES) % patterns.length] ?? 'solid',
  };
}

/** The smallest hue that no option of the question has yet, so that hues of one question never clash. */
export function freeHue(options: readonly { hue: number }[]): number {
  const used = new Set(options.map((option) => option.hue));
  let hue = 0;
  while (used.has(hue)) hue += 1;
  return hue;
}
