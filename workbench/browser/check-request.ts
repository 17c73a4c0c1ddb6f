import type { IncomingMessage } from 'node:http';
import { type Refusal, refusal } from './refuse.ts';

/** The names that the server answers to; any other Host header is a page of somebody else that points at us. */
export function allowedHosts(port: number): ReadonlySet<string> {
  return new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
}

/** Refuses a request that was not meant for this server: a foreign Host header, or a target that names a host. */
export function checkHost(incoming: IncomingMessage, hosts: ReadonlySet<string>): Refusal | null {
  const host = incoming.headers.host?.toLowerCase();
  if (host !== undefined && hosts.has(host) && incoming.url?.startsWith('/') === true) return null;
  return refusal(
    403,
    'INVALID_REQUEST',
    'This server answers to its own loopback address alone.',
    'Open the address that the terminal printed; through a tunnel, use the same port at both ends.',
  );
}

/**
 * Refuses a call that another page could have made. Browsers send Origin with every POST, so a call without it comes
 * from something that is not our page.
 */
export function checkOrigin(incoming: IncomingMessage): Refusal | null {
  const { origin, host } = incoming.headers;
  const site = incoming.headers['sec-fetch-site'];
  const sameSite = site === undefined || site === 'same-origin';
  if (sameSite && origin !== undefined && host !== undefined && origin === `http://${host.toLowerCase()}`) return null;
  return refusal(
    403,
    'INVALID_REQUEST',
    'The call does not come from the workbench’s own page.',
    'Use the page that the terminal’s address opens.',
  );
}

/** The secret of this server's session cookie, or null. */
export function readSessionCookie(incoming: IncomingMessage, name: string): string | null {
  for (const part of (incoming.headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

/** Cookies are shared by all ports of a host, so the port is part of the name. */
export function sessionCookieName(port: number): string {
  return `decision-workbench-${port}`;
}

/** Whether a page of another site sent the browser here: such a request comes without our strict cookie. */
export function isForeignNavigation(incoming: IncomingMessage): boolean {
  return (
    incoming.headers['sec-fetch-site'] === 'cross-site' &&
    incoming.headers['sec-fetch-mode'] === 'navigate' &&
    incoming.headers['sec-fetch-dest'] === 'document'
  );
}
