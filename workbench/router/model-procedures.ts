import { Fault } from '../../adapter/fault.ts';
import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function modelProcedures(os: Implementer['models'], { host, library, modelJobs }: Services) {
  return {
    list: os.list.handler(() => library.list()),
    add: os.add.handler(({ input }) => library.add(input.path)),
    /** Answers with the whole list, whatever was chosen. */
    pick: os.pick.handler(async () => {
      if (host.pickModelFiles === null) {
        throw new Fault('NOT_FOUND', 'There is no file dialog here.', 'Type or paste the path of the file instead.');
      }
      for (const path of await host.pickModelFiles()) await library.add(path);
      return library.list();
    }),
    forget: os.forget.handler(({ input }) => library.forget(input.path)),
    fetchStarter: os.fetchStarter.handler(() => modelJobs.fetchStarter()),
    makeVariants: os.makeVariants.handler(() => modelJobs.makeVariants()),
  };
}
