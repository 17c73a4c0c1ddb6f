import type { Finding } from '../plan/plan.ts';
import { finding, type Look } from '../steps/sitting.ts';
import { findPlannedImage } from './find-planned-image.ts';

/** An image that is not built here exists. @returns its address by digest too, once it is known */
export async function checkImage(look: Look): Promise<{ findings: Finding[]; uri: string | null }> {
  const { aws, plan, signal } = look;
  const { image } = plan;
  if (image.from === 'build') return { findings: [], uri: null };
  const name = image.from === 'stock' ? `${image.repository}:${image.tag} of the platform` : image.uri;
  const uri = await findPlannedImage(aws, plan, signal);
  if (uri !== null) return { findings: [], uri };
  const message = `The image ${name} was not found in ${aws.region}.`;
  const next = 'Look whether the region has it, and whether repository and digest are right; or build the image.';
  return { findings: [finding('refusal', 'image', message, next)], uri: null };
}
