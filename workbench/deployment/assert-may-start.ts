import { Fault } from '../../adapter/fault.ts';
import type { Plan } from './plan/plan.ts';
import { isRefused } from './plan/plan-deployment.ts';
import { planSha256 } from './planning/plan-sha256.ts';

/**
 * What was confirmed is what is made: the hash is taken again of what will be written down.
 * @throws Fault CONFLICT for another plan, INVALID_REQUEST for one that has a refusal
 */
export function assertMayStart(plan: Plan, sha256: string): void {
  if (planSha256(plan) !== sha256) {
    throw new Fault('CONFLICT', 'The plan is not the one any more that was confirmed.', 'Plan it again.');
  }
  if (!isRefused(plan)) return;
  const refusals = plan.findings.filter(({ severity }) => severity === 'refusal');
  const [first] = refusals;
  throw new Fault(
    'INVALID_REQUEST',
    `The plan cannot be started: ${first?.message ?? ''}`,
    first?.next ?? 'Change the target.',
    { fields: refusals.map(({ about, message }) => ({ path: about, message })) },
  );
}
