import { createHash, randomBytes } from 'node:crypto';

/** 256 bits: beyond guessing, and short enough for a line in a terminal. */
const secretBytes = 32;

/** Addresses that were printed and not opened; the oldest is given up, so that pressing Enter all day costs nothing. */
const maxUnusedTokens = 16;

/** Browsers that are signed in at once; far more than one person has. */
const maxSessions = 64;

/** Who may talk to the loopback server: one-time tokens, and the sessions that they were exchanged for. */
export interface Sessions {
  /** A new one-time token. */
  issueToken(): string;
  /** The secret of a new session, or null when the token was never issued or was used before. */
  exchange(token: string): string | null;
  /** Whether a session has this secret. */
  knows(secret: string): boolean;
}

/** Sessions live as long as the process. Only hashes are kept, so comparing takes no secret-dependent time. */
export function createSessions(): Sessions {
  const tokens = new Set<string>();
  const sessions = new Set<string>();
  return {
    issueToken() {
      return remember(tokens, maxUnusedTokens);
    },
    exchange(token) {
      return tokens.delete(hash(token)) ? remember(sessions, maxSessions) : null;
    },
    knows(secret) {
      return sessions.has(hash(secret));
    },
  };
}

function remember(hashes: Set<string>, limit: number): string {
  const secret = randomBytes(secretBytes).toString('base64url');
  hashes.add(hash(secret));
  for (const oldest of hashes) {
    if (hashes.size <= limit) break;
    hashes.delete(oldest);
  }
  return secret;
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
