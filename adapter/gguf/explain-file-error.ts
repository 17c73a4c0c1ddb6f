import { Fault } from '../fault.ts';
import { Damaged } from './file-cursor.ts';

/** The fault for a model file that could not be read, from whatever reading it threw. */
export function explainFileError(path: string, error: unknown): Fault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new Fault(
      'MODEL_MISSING',
      `There is no file ${path}.`,
      'Choose another model, or put the file back where it was.',
      { cause: error },
    );
  }
  return new Fault(
    'MODEL_UNREADABLE',
    `The model file ${path} cannot be read. ${reasonOf(error, code)}`,
    'Choose another GGUF file, or download this one again.',
    { cause: error },
  );
}

function reasonOf(error: unknown, code: unknown): string {
  if (error instanceof Damaged) return error.message;
  if (code === 'EACCES' || code === 'EPERM') return 'This account may not read it.';
  if (code === 'EISDIR') return 'It is a folder.';
  return `Reading it failed: ${error instanceof Error ? error.message : String(error)}.`;
}
