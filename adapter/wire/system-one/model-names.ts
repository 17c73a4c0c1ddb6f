import { DEFAULT_MODEL } from './system-one-limits.ts';

/** The name that a model file is served by: its name without `.gguf`. */
export function servedName(file: string): string {
  return file.replace(/\.gguf$/i, '');
}

/** Whether a request's model name means the served one: the family's names, `default`, or the file's own. */
export function isServed(name: string, file: string): boolean {
  return name === DEFAULT_MODEL || name.startsWith('jev-') || name === servedName(file) || name === file;
}
