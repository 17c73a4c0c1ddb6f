import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { acceptPort } from './accept-port.ts';
import type { WorkbenchClient } from './workbench-client.ts';

/** The scheme under which the desktop app serves the interface. */
const DESKTOP_PROTOCOL = 'app:';

/**
 * Connects to the workbench: over the preload's port in the desktop app, else over HTTP at `/rpc` of the address that
 * served the page. Resolves when calls can be made; whether they are answered, the calls tell.
 */
export async function connect(window: Window): Promise<WorkbenchClient> {
  if (window.location.protocol === DESKTOP_PROTOCOL) {
    return createORPCClient(new PortLink({ port: await acceptPort(window) }));
  }
  return createORPCClient(new FetchLink({ url: new URL('/rpc', window.location.origin) }));
}
