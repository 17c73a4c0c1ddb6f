import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function sharingProcedures(os: Implementer['sharing'], { sharing }: Services) {
  return {
    state: os.state.handler(() => sharing.state()),
    start: os.start.handler(({ input }) => sharing.start(input)),
    stop: os.stop.handler(() => sharing.stop()),
  };
}
