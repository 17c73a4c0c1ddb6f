import { arnsOf, readImageUri, registryHost } from './arns.ts';
import { KEY_PREFIX, type PlannedNames } from './names.ts';
import type { Plan } from './plan.ts';
import type { PlanFacts } from './plan-facts.ts';
import { stockImage } from './stock-image.ts';

/** Stands in a SageMaker model's input until the image's digest is known; no service would take it. */
export const IMAGE_TO_COME = 'image-by-digest';

export type PlannedImage = Plan['image'];

/** How the image's digest becomes known, and where its source lies. */
export function placeImage({ target, image_source_sha256 }: PlanFacts, names: PlannedNames): PlannedImage {
  const { image, accelerator, region } = target;
  if (image.from === 'uri') return image;
  if (image.from === 'stock') return { from: 'stock', ...stockImage(accelerator, region) };
  const sha256 = image_source_sha256 ?? 'unknown';
  const base = `${KEY_PREFIX}images/${sha256}`;
  return {
    from: 'build',
    repository: names.repository,
    tag: sha256,
    source_sha256: sha256,
    source_key: names.sourceKey,
    detail_key: `${base}/${accelerator}/image-detail.json`,
  };
}

/** Address of the repository in the account's own registry. */
export function repositoryUri({ account, target }: PlanFacts, repository: string): string {
  return `${registryHost(account.id, target.region)}/${repository}`;
}

/** The repository that the image is pulled from, whoever it belongs to; null for one that needs no permission. */
export function imageRepositoryArn(facts: PlanFacts, image: PlannedImage): string | null {
  const { partition } = facts.account;
  if (image.from === 'build') return arnsOf(facts).repository(image.repository);
  if (image.from === 'stock') {
    return `arn:${partition}:ecr:${facts.target.region}:${image.registry}:repository/${image.repository}`;
  }
  const found = readImageUri(image.uri);
  return found === null ? null : `arn:${partition}:ecr:${found.region}:${found.account}:repository/${found.repository}`;
}
