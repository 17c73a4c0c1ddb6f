/** Why a file of a command could not be read, as a sentence. */
export function sayReadError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file.';
  if (code === 'EACCES' || code === 'EPERM') return 'This account may not read it.';
  if (code === 'EISDIR') return 'It is a folder.';
  return error instanceof Error ? error.message : String(error);
}
