import type { OptionDraft } from '../contract/decision-document.ts';

/** Hues that the palette tells apart well; with more options they repeat. */
export const HUES = 12;

/** The hue for one more option: the one that is used least, the lowest of those. */
export function nextHue(options: readonly Pick<OptionDraft, 'hue'>[]): number {
  const uses = Array.from({ length: HUES }, () => 0);
  for (const { hue } of options) uses[hue % HUES] = (uses[hue % HUES] ?? 0) + 1;
  return uses.indexOf(Math.min(...uses));
}
