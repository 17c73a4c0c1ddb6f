import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function settingsProcedures(os: Implementer['settings'], { settings }: Services) {
  return {
    get: os.get.handler(() => settings.get()),
    change: os.change.handler(({ input }) => settings.change(input)),
  };
}
