import { APPLICATION } from './names.ts';
import type { PlanFacts } from './plan-facts.ts';

/** Keys of the tags that prove a resource to be ours. */
export const tagKeys = {
  application: 'decision-workbench:application',
  decision: 'decision-workbench:decision',
  deployment: 'decision-workbench:deployment',
  configuration: 'decision-workbench:configuration',
  createdBy: 'decision-workbench:created-by',
  expires: 'decision-workbench:expires',
} as const;

export const MAX_TAG_VALUE = 256;
/** What every service takes in a value. */
const NOT_ALLOWED = /[^\p{L}\p{Z}\p{N}_.:/=+\-@]/gu;

/** A text as a tag's value: characters that no service takes become spaces, and it is cut to 256. */
export function asTagValue(text: string): string {
  return [...text.replace(NOT_ALLOWED, ' ').replace(/\s+/g, ' ').trim()].slice(0, MAX_TAG_VALUE).join('').trim();
}

export type Tags = Record<string, string>;

/** Of everything that is made. `configuration` is `none` without one, `expires` is `never` or a UTC time. */
export function tagsOf({ deployment_id, decision, configuration, account, target }: PlanFacts): Tags {
  return {
    [tagKeys.application]: APPLICATION,
    [tagKeys.decision]: asTagValue(decision),
    [tagKeys.deployment]: deployment_id,
    [tagKeys.configuration]: configuration?.sha256 ?? 'none',
    [tagKeys.createdBy]: asTagValue(account.caller_arn),
    [tagKeys.expires]: target.expires_at ?? 'never',
  };
}

/** As SageMaker, IAM, ECR and S3 take them. */
export function asTagList(tags: Tags): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}

/** As CodeBuild takes them. */
export function asLowerTagList(tags: Tags): { key: string; value: string }[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}

/** As the `Tagging` of an object, in the form of a query. */
export function asTagging(tags: Tags): string {
  return new URLSearchParams(tags).toString();
}
