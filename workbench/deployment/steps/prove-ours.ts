import { APPLICATION } from '../plan/names.ts';
import type { Resource } from '../plan/resource.ts';
import { tagKeys } from '../plan/tags.ts';
import type { Seen } from '../resources/seen.ts';

/**
 * Whether what has a resource's name is the resource. Tags decide; what takes none is known by its exact name alone, which
 * holds an id or a hash of ours.
 */
export function isOurs(resource: Pick<Resource, 'ownership'>, deploymentId: string, tags: Seen['tags']): boolean {
  if (tags === null) return true;
  if (tags[tagKeys.application] !== APPLICATION) return false;
  return resource.ownership === 'shared' || tags[tagKeys.deployment] === deploymentId;
}

/** Whose it seems to be, in words. */
export function whose(tags: Seen['tags']): string {
  if (tags === null || Object.keys(tags).length === 0) return 'it has no tags';
  const deployment = tags[tagKeys.deployment];
  if (tags[tagKeys.application] === APPLICATION && deployment !== undefined) {
    return `its tags say that it belongs to the deployment ${deployment}`;
  }
  return 'its tags are not those of this app';
}
