import type { BrowserWindowConstructorOptions, Session } from 'electron';
import { pagePreferences } from './security.ts';
import { minimumSize, type WindowPlacement } from './window-placement.ts';

/** The page's own background in both schemes, so that nothing flashes before it is drawn. */
export const backgroundColors = { light: '#ffffff', dark: '#242424' } as const;

export interface WindowSettings {
  title: string;
  placement: WindowPlacement;
  dark: boolean;
  /** Absolute path of the built preload. */
  preload: string;
  session: Session;
  /** Absolute path of the icon; null where the platform takes it from the package. */
  icon: string | null;
  /** Whether the developer tools can be opened. */
  developer: boolean;
}

/** Options of the app's window: shown when the page is drawn, locked down as in security.ts. */
export function windowOptions(settings: WindowSettings): BrowserWindowConstructorOptions {
  const { maximized: _, ...bounds } = settings.placement;
  return {
    ...bounds,
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: settings.title,
    show: false,
    backgroundColor: settings.dark ? backgroundColors.dark : backgroundColors.light,
    ...(settings.icon === null ? {} : { icon: settings.icon }),
    webPreferences: {
      ...pagePreferences,
      preload: settings.preload,
      session: settings.session,
      devTools: settings.developer,
    },
  };
}
