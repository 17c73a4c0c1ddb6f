import { type AwsFault, isAwsFault } from '../aws/aws-fault.ts';
import type { Finding } from '../plan/plan.ts';
import { finding, type Look } from '../steps/sitting.ts';
import { checkBucket } from './check-bucket.ts';
import { checkImage } from './check-image.ts';
import { checkNames } from './check-names.ts';
import { checkQuota } from './check-quota.ts';
import { checkRole } from './check-role.ts';

export interface Preflight {
  /** Those of the plan first. */
  findings: Finding[];
  /** What could not be looked at, with the statement to add to a policy; each is among the findings, too. */
  denied: AwsFault[];
  /** Whether a quota is what refuses it. */
  quotaRefuses: boolean;
  /** By digest; null for one that is built, or was not found. */
  imageUri: string | null;
}

/**
 * Looks for everything that would go wrong; makes nothing.
 * @throws AwsFault for what keeps it from looking: no sign-in, no network
 */
export async function preflight(look: Look): Promise<Preflight> {
  const found: Preflight = { findings: [...look.plan.findings], denied: [], quotaRefuses: false, imageUri: null };

  /** What may not be looked at would not be allowed later either; the other looks go on. */
  async function collect(about: string, check: () => Promise<Finding[]>): Promise<void> {
    try {
      found.findings.push(...(await check()));
    } catch (error) {
      if (!isAwsFault(error, 'denied')) throw error;
      found.denied.push(error);
      found.findings.push(finding('refusal', about, error.message, error.next));
    }
  }

  for (const resource of look.plan.resources) {
    if (resource.kind === 'bucket') await collect(resource.key, () => checkBucket(look, resource));
    if (resource.kind === 'execution-role' || resource.kind === 'build-role') {
      await collect(resource.key, () => checkRole(look, resource));
    }
  }
  await collect('instances', async () => {
    const findings = await checkQuota(look);
    found.quotaRefuses = findings.some(({ severity }) => severity === 'refusal');
    return findings;
  });
  await collect('target.name', () => checkNames(look));
  await collect('image', async () => {
    const { findings, uri } = await checkImage(look);
    found.imageUri = uri;
    return findings;
  });
  return found;
}
