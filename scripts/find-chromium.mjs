import { existsSync } from 'node:fs';

/** The program itself comes first: Debian's /usr/bin/chromium is a script around it that adds flags. */
const places = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * @returns {string | null} the Chromium that the journeys drive; `CHROMIUM_PATH` names another
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen !== undefined) return existsSync(chosen) ? chosen : null;
  return places.find((path) => existsSync(path)) ?? null;
}
