import type { Endpoints } from '../endpoints/endpoints.ts';
import type { Implementer } from './implementer.ts';

export function endpointProcedures(os: Implementer['endpoints'], { endpoints }: { endpoints: Endpoints }) {
  return {
    list: os.list.handler(({ input, signal }) => endpoints.list(input, signal)),
    invoke: os.invoke.handler(({ input, signal }) => endpoints.invoke(input, signal)),
    compare: os.compare.handler(({ input, signal }) => endpoints.compare(input, signal)),
    snippets: os.snippets.handler(({ input }) => endpoints.snippets(input)),
    rollBack: os.rollBack.handler(({ input, signal }) => endpoints.rollBack(input, signal)),
    removals: os.removals.handler(({ input, signal }) => endpoints.removals(input, signal)),
    // no signal: a removal that a closed page would end leaves things that cost
    remove: os.remove.handler(({ input }) => endpoints.remove(input)),
    removeEverything: os.removeEverything.handler(({ input }) => endpoints.removeEverything(input)),
  };
}
