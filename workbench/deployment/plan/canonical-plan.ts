import { type JsonValue, writeCanonicalJson } from '../../../adapter/json/canonical-json.ts';
import type { Plan } from './plan.ts';

/** The plan's text that its hash is of: RFC 8785. */
export function writePlan(plan: Plan): string {
  // a plan is JSON by its schema, which the SDK's types, with their `undefined`, do not say
  const value: JsonValue = JSON.parse(JSON.stringify(plan));
  return writeCanonicalJson(value);
}
