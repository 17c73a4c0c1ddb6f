import { createHash } from 'node:crypto';
import { writeCanonicalJson } from '../json/canonical-json.ts';
import type { Configuration } from './configuration.ts';

/**
 * The configuration's identity: SHA-256 of the RFC 8785 JSON of `{scoring, decisions}`, lower-case hexadecimal. Evidence,
 * names and the engine's record are left out, so a deployed configuration has its local hash.
 */
export function configurationSha256({ scoring, decisions }: Pick<Configuration, 'scoring' | 'decisions'>): string {
  return createHash('sha256').update(writeCanonicalJson({ scoring, decisions }), 'utf8').digest('hex');
}
