import { isAbsolute } from 'node:path';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function engineProcedures(os: Implementer['engine'], { engine, modelJobs }: Services) {
  return {
    state: os.state.handler(() => engine.state()),
    load: os.load.handler(({ input }) => {
      if (!isAbsolute(input.path)) {
        throw invalidRequest([
          { path: 'path', message: 'This path depends on a current folder.', limit: 'an absolute path' },
        ]);
      }
      return modelJobs.load(input.path);
    }),
    unload: os.unload.handler(async () => {
      await modelJobs.cancelLoads();
      await engine.unload();
      return engine.state();
    }),
  };
}
