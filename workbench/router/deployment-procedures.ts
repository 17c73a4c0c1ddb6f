import type { Deployments } from '../deployment/deployments.ts';
import type { Implementer } from './implementer.ts';

export function deploymentProcedures(os: Implementer['deployments'], { deployments }: { deployments: Deployments }) {
  return {
    defaults: os.defaults.handler(() => deployments.defaults()),
    identity: os.identity.handler(({ input, signal }) => deployments.identity(input, signal)),
    plan: os.plan.handler(({ input, signal }) => deployments.plan(input, signal)),
    preflight: os.preflight.handler(async ({ input, signal }) => ({
      findings: await deployments.preflight(input.plan_sha256, signal),
    })),
    start: os.start.handler(({ input }) => deployments.start(input.plan_sha256)),
    list: os.list.handler(() => deployments.list()),
    get: os.get.handler(({ input }) => deployments.get(input.id)),
    log: os.log.handler(({ input }) => deployments.log(input.id, input.from, input.limit)),
    resume: os.resume.handler(({ input }) => deployments.resume(input.id)),
    cancel: os.cancel.handler(({ input }) => deployments.cancel(input.id)),
    removals: os.removals.handler(({ input }) => deployments.removals(input)),
    undo: os.undo.handler(({ input }) => deployments.undo(input)),
    forget: os.forget.handler(async ({ input }) => {
      await deployments.forget(input.id);
      return {};
    }),
  };
}
