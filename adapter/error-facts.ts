import { Fault } from './fault.ts';

/**
 * What may be logged of an error: its kind and where it was thrown. Not its message, which may quote what a person
 * wrote.
 */
export function errorFacts(error: unknown): { name: string; code?: string; stack: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] };
  const code = error instanceof Fault ? error.code : 'code' in error ? error.code : undefined;
  const stack = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  return { name: error.name, ...(typeof code === 'string' ? { code } : {}), stack: stack.map((line) => line.trim()) };
}
