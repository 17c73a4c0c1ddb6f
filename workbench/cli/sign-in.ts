import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { Fault } from '../../adapter/fault.ts';
import type { WorkbenchClient } from './score-example.ts';

/**
 * A client of a running browser host, signed in with a one-time address as a browser would be; the page is fetched
 * too, so that it is known to be there.
 * @throws Fault IO_FAILED when the host does not let it in or has no page
 */
export async function signIn(address: string, signal: AbortSignal): Promise<WorkbenchClient> {
  const { origin } = new URL(address);
  const entry = await fetch(address, { redirect: 'manual', signal });
  const cookie = entry.headers.getSetCookie()[0]?.split(';')[0];
  await entry.body?.cancel();
  if (entry.status !== 303 || cookie === undefined) throw refused('The address did not let the check in', entry);
  const page = await fetch(`${origin}/`, { headers: { cookie }, signal });
  const html = await page.text();
  if (page.status !== 200 || !html.includes('<script')) throw refused('The page did not come', page);
  return createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers: { cookie, origin } }));
}

function refused(what: string, { status }: Response): Fault {
  return new Fault('IO_FAILED', `${what} (HTTP ${status}).`, 'Build again with `npm run build`, then start again.');
}
