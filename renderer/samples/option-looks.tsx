import { createContext, useContext } from 'react';
import { lookOf, type OptionLook } from '../app/theme/hues.ts';

/** The hue of an option by its id, the same as on the other screens; null for what is no option any more. */
export type HueOf = (option: string) => number | null;

export const HueContext = createContext<HueOf>(() => null);

export function useOptionLook(option: string): OptionLook | null {
  const hue = useContext(HueContext)(option);
  return hue === null ? null : lookOf(hue);
}

/**
 * Hues of a set's options: those of its decision where they are known, else by place. Options that the decision no
 * longer has go on counting after the known ones.
 */
export function huesOf(ids: readonly string[], known: readonly { id: string; hue: number }[]): HueOf {
  const hues = new Map(known.map(({ id, hue }) => [id, hue]));
  let next = known.length === 0 ? 0 : Math.max(...known.map(({ hue }) => hue)) + 1;
  for (const id of ids) {
    if (hues.has(id)) continue;
    hues.set(id, next);
    next += 1;
  }
  return (option) => hues.get(option) ?? null;
}
