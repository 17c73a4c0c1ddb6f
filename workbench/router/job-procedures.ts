import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function jobProcedures(os: Implementer['jobs'], { jobs }: Services) {
  return {
    list: os.list.handler(() => jobs.list()),
    cancel: os.cancel.handler(({ input }) => jobs.cancel(input.id)),
    pause: os.pause.handler(({ input }) => jobs.pause(input.id)),
    resume: os.resume.handler(({ input }) => jobs.resume(input.id)),
  };
}
