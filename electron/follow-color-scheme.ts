import { createRouterClient } from '@orpc/server';
import type { NativeTheme } from 'electron';
import type { Workbench } from '../workbench/host.ts';

/**
 * Gives the system's own parts (menus, dialogs, the window before it is drawn) the colours that were chosen in the
 * settings, now and whenever they change. Resolves when the workbench ends its stream of events.
 */
export async function followColorScheme(
  router: Workbench['router'],
  nativeTheme: Pick<NativeTheme, 'themeSource'>,
): Promise<void> {
  const client = createRouterClient(router);
  for await (const event of await client.app.events()) {
    if (event.type === 'hello' || event.type === 'settings') nativeTheme.themeSource = event.settings.color_scheme;
  }
}
