import { createHash } from 'node:crypto';
import { writePlan } from '../plan/canonical-plan.ts';
import type { Plan } from '../plan/plan.ts';

/** What a person confirms: SHA-256 of the plan's canonical JSON, lower-case hexadecimal. */
export function planSha256(plan: Plan): string {
  return createHash('sha256').update(writePlan(plan), 'utf8').digest('hex');
}
