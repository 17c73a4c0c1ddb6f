import { InvalidArgumentError } from 'commander';
import { regionSchema } from '../deployment/plan/target.ts';
import { MIN_DRAWS } from '../statistics/bootstrap.ts';

/** Beyond it a typing error is likelier than a wish. */
const MAX_DRAWS = 1_000_000;

// Parsers of option values. Each throws commander's InvalidArgumentError, which names the option, with exit code 2.

export function parsePositive(text: string): number {
  const value = numberOf(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('A number above 0 is needed.');
}

export function parseCount(text: string): number {
  const value = numberOf(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('A whole number above 0 is needed.');
}

export function parseWhole(text: string): number {
  const value = numberOf(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('A whole number from 0 is needed.');
}

export function parseLayers(text: string): number | 'auto' {
  if (text === 'auto') return text;
  const value = numberOf(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('auto, or a whole number from 0 is needed.');
}

/** Layers as the container takes them: -1 for all. */
export function parseGpuLayers(text: string): number {
  const value = numberOf(text);
  if (Number.isInteger(value) && value >= -1) return value;
  throw new InvalidArgumentError('-1, or a whole number from 0 is needed.');
}

export function parsePort(text: string): number {
  const value = numberOf(text);
  if (Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new InvalidArgumentError('A port from 0 to 65535 is needed.');
}

/** A seed of the random numbers: 32 bits. */
export function parseSeed(text: string): number {
  const value = numberOf(text);
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value;
  throw new InvalidArgumentError(`A whole number from 0 to ${2 ** 32 - 1} is needed.`);
}

/** A share of something, 0 to 1 with both ends. */
export function parseShare(text: string): number {
  const value = numberOf(text);
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('A number from 0 to 1 is needed.');
}

export function parseNotNegative(text: string): number {
  const value = numberOf(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError('A number from 0 is needed.');
}

/** An accuracy to reach: a bound of exactly 0 or 1 cannot be shown. */
export function parseTarget(text: string): number {
  const value = numberOf(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError('A number between 0 and 1 is needed.');
}

/** Draws of an interval that a verdict may rest on. */
export function parseDraws(text: string): number {
  const value = numberOf(text);
  if (Number.isInteger(value) && value >= MIN_DRAWS && value <= MAX_DRAWS) return value;
  throw new InvalidArgumentError(`A whole number from ${MIN_DRAWS} to ${MAX_DRAWS} is needed.`);
}

/** A region of AWS by its code. */
export function parseRegion(text: string): string {
  if (regionSchema.safeParse(text).success) return text;
  throw new InvalidArgumentError('The code of a region is needed, as in us-east-1.');
}

export function asText(text: string): string {
  return text;
}

/** One of several names, for an option that can be repeated. */
export function among<T extends string>(names: readonly T[]): (text: string) => T {
  return (text) => {
    const found = names.find((name) => name === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`);
  };
}

/** Makes an option repeatable: each value is added to those before. */
export function repeated<T>(parse: (text: string) => T): (text: string, before: T[] | undefined) => T[] {
  return (text, before) => [...(before ?? []), parse(text)];
}

/** `Number` takes an empty text for 0. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
