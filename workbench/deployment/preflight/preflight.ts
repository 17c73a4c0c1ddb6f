import type { Finding } from '../plan/plan.ts';
import type { Look } from '../steps/sitting.ts';
import { checkBucket } from './check-bucket.ts';
import { checkImage } from './check-image.ts';
import { checkNames } from './check-names.ts';
import { checkQuota } from './check-quota.ts';
import { checkRole } from './check-role.ts';

export interface Preflight {
  /** Those of the plan first. */
  findings: Finding[];
  /** By digest; null for one that is built, or was not found. */
  imageUri: string | null;
}

/**
 * Looks for everything that would go wrong; makes nothing.
 * @throws AwsFault for what keeps it from looking: no sign-in, no network
 */
export async function preflight(look: Look): Promise<Preflight> {
  const findings = [...look.plan.findings];
  for (const resource of look.plan.resources) {
    if (resource.kind === 'bucket') findings.push(...(await checkBucket(look, resource)));
    if (resource.kind === 'execution-role' || resource.kind === 'build-role') {
      findings.push(...(await checkRole(look, resource)));
    }
  }
  findings.push(...(await checkQuota(look)));
  findings.push(...(await checkNames(look)));
  const image = await checkImage(look);
  findings.push(...image.findings);
  return { findings, imageUri: image.uri };
}
