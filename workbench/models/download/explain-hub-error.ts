import { Fault } from '../../../adapter/fault.ts';

/** Characters of a server's own words that are shown. */
const MAX_WORDS = 300;

/** What was asked of the hub. */
export interface Asked {
  hub: string;
  /** As in `bartowski/Qwen_Qwen3.5-4B-GGUF`; null for a search. */
  repository: string | null;
  /** Path in the repository; null for the repository itself. */
  file: string | null;
  /** Whether a token was sent. */
  signedIn: boolean;
}

/** The fault that a refusal of the hub stands for. @param words the server's own, where it gave some */
export function refusedByHub(status: number, asked: Asked, words = ''): Fault {
  const { hub, repository, file, signedIn } = asked;
  const what = file === null ? (repository ?? 'The search') : `${file} of ${repository}`;
  const said = words.trim() === '' ? '' : ` It says: ${words.trim().slice(0, MAX_WORDS)}`;
  const page = `${hub}/${repository ?? ''}`;
  switch (status) {
    case 401:
      return failed(
        `${what} is not open to everybody, or does not exist: the hub wants to know who asks.`,
        signedIn
          ? `The hub does not accept the token that was found. Make a new one, set HF_TOKEN to it, and open ${page} to see whether you have access.`
          : `Open ${page}, sign in and accept its licence; then set HF_TOKEN to a token of yours, or sign in with the hub's own program, and try again.`,
      );
    case 403:
      return failed(
        `The hub refuses ${what}: its owner has not let this account in.${said}`,
        `Open ${page} with the account of the token and accept the licence or ask for access; then try again.`,
      );
    case 404:
      return failed(`${what} is not on the hub.${said}`, 'Check the name and the revision; it may have been removed.');
    case 429:
      return failed('The hub answers no more for now: too many requests.', 'Wait some minutes and try again.');
    default:
      return failed(
        `The hub answered ${what} with status ${status}.${said}`,
        'Try again later. What was fetched so far is kept.',
      );
  }
}

/** The fault of a connection that did not work. */
export function hubUnreachable(error: unknown, address: string): Fault {
  return new Fault(
    'DOWNLOAD_FAILED',
    `${address} could not be reached: ${reasonOf(error)}.`,
    'Check the network, and the proxy settings where there is one (HTTPS_PROXY); then try again.',
    { cause: error },
  );
}

/** In a few words: what the deepest error that says something says. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error && error.cause.message !== '') return reasonOf(error.cause);
  return error.message === '' ? error.name : error.message;
}

function failed(message: string, next: string): Fault {
  return new Fault('DOWNLOAD_FAILED', message, next);
}
