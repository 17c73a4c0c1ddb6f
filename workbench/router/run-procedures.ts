import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function runProcedures(os: Implementer['runs'], { runs }: Services) {
  return {
    list: os.list.handler(() => runs.list()),
    start: os.start.handler(({ input }) => runs.start(input)),
    disclose: os.disclose.handler(({ input }) => runs.disclose(input)),
    resume: os.resume.handler(({ input }) => runs.resume(input.id)),
    retryFailed: os.retryFailed.handler(({ input }) => runs.retryFailed(input.id)),
    pause: os.pause.handler(({ input }) => runs.pause(input.id)),
    cancel: os.cancel.handler(({ input }) => runs.cancel(input.id)),
    remove: os.remove.handler(async ({ input }) => {
      await runs.remove(input.id);
      return {};
    }),
    rows: os.rows.handler(({ input }) => runs.rows(input.id, input.from, input.limit)),
    samples: os.samples.handler(({ input }) => runs.samples(input.set_id, input.from, input.limit)),
  };
}
