import { Fault } from '../../adapter/fault.ts';
import { errorCode } from './file-system.ts';

const reasons: Record<string, { why: string; next: string }> = {
  ENOSPC: { why: 'the disk is full', next: 'Free some space and try again; nothing that was saved before is lost.' },
  EDQUOT: { why: 'the disk quota is used up', next: 'Free some space and try again.' },
  EACCES: { why: 'access is not allowed', next: 'Give this user the right to read and write the folder.' },
  EPERM: { why: 'the system does not allow it', next: 'Give this user the right to read and write the folder.' },
  EROFS: { why: 'the disk can only be read', next: 'Choose a workspace folder on a disk that can be written.' },
  EMFILE: { why: 'too many files are open', next: 'Close other programs and try again.' },
  ENAMETOOLONG: { why: 'the path is too long', next: 'Choose a workspace folder with a shorter path.' },
  ENOTDIR: { why: 'a file stands where a folder should be', next: 'Choose another folder.' },
  EEXIST: { why: 'a file stands where a folder should be', next: 'Choose another folder.' },
  EISDIR: { why: 'a folder stands where a file should be', next: 'Move that folder away, then start the app again.' },
  ELOOP: { why: 'its symbolic links lead in a circle', next: 'Remove the link, then start the app again.' },
  ENOTEMPTY: { why: 'a folder there is not empty', next: 'Look into it, and move it away if it is not needed.' },
  ENOENT: { why: 'it is not there any more', next: 'Look whether the folder was moved or its disk removed.' },
  EIO: { why: 'the disk reported an error', next: 'Check the disk, and keep a copy of the workspace folder.' },
};

/**
 * What the file system refused, in words.
 * @param what what was tried, as in `Saving decision.json`
 * @returns a Fault as it is; anything else as IO_FAILED
 */
export function ioFault(what: string, path: string, error: unknown): Fault {
  if (error instanceof Fault) return error;
  const code = errorCode(error);
  const known = reasons[code];
  const why = known?.why ?? (error instanceof Error ? error.message : String(error));
  return new Fault(
    'IO_FAILED',
    `${what} failed at ${path}: ${why}${code === '' ? '' : ` (${code})`}.`,
    known?.next ?? 'Try again.',
    {
      cause: error,
    },
  );
}
