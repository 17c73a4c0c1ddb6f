import type { ModelOwner } from '../../contract/models.ts';

/** A model file at a place, before it was looked into. */
export interface FoundModel {
  /** Absolute; of a split model that of its first part. */
  path: string;
  owner: ModelOwner;
  /** What its owner calls it. */
  name: string;
  repository: string | null;
  revision: string | null;
}
