import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { canOpen } from './can-open.ts';
import { maxDroppedFiles } from './channels.ts';

/**
 * The files that a command line names, as absolute paths.
 *
 * @param argv arguments after the program's own
 * @param folder that relative paths start from
 */
export function filesInArguments(argv: readonly string[], folder: string): string[] {
  return argv.filter((argument) => !argument.startsWith('-') && canOpen(argument)).map((path) => resolve(folder, path));
}

const droppedSchema = z.array(z.string()).max(maxDroppedFiles);

/** The files that a page says were dropped on it. What is no absolute path of such a file is left out. */
export function filesInDrop(message: unknown): string[] {
  const parsed = droppedSchema.safeParse(message);
  return parsed.success ? parsed.data.filter((path) => isAbsolute(path) && canOpen(path)) : [];
}
