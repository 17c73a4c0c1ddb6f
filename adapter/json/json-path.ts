/** One step from a value into a member (its key) or an item (its index). */
export type PathStep = string | number;

// Keys longer than this are cut in a path: a path is for people, and a key may be a megabyte.
const MAX_KEY_LENGTH = 60;

// A path of more steps is cut in its middle: hostile nesting is a hundred brackets deep.
const MAX_STEPS = 24;
const LAST_STEPS = 4;

/** `options[2].id` for the steps `options`, 2, `id`; keys that are no plain words are quoted: `["a key"]`. */
export function writePath(steps: readonly PathStep[], base = ''): string {
  if (steps.length > MAX_STEPS) {
    return writePath(steps.slice(-LAST_STEPS), `${writePath(steps.slice(0, MAX_STEPS - LAST_STEPS), base)}…`);
  }
  let path = base;
  for (const step of steps) path = stepInto(path, step);
  return path;
}

/** The path of a member or an item of what lies at `path`. */
export function stepInto(path: string, step: PathStep): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  const key = step.length > MAX_KEY_LENGTH ? `${step.slice(0, MAX_KEY_LENGTH)}…` : step;
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
