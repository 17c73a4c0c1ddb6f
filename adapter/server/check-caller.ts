import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether an `Authorization` header brings the key as `Bearer KEY`. Digests are compared, so that the time says nothing
 * about the key.
 */
export function bringsKey(authorization: string | null, apiKey: string): boolean {
  const [, given] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(apiKey));
}

/** Whether an address to listen on, or the peer of a connection, is this machine's own. */
export function isLoopback(address: string): boolean {
  return /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address) || address === '::1' || address === 'localhost';
}

/**
 * Whether a `Host` header names this machine itself. A page of somebody else whose name was made to point at us brings
 * another.
 */
export function namesLoopback(host: string | null): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return isLoopback(name.toLowerCase());
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
