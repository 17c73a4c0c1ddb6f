import type { Arns } from './arns.ts';
import { listBuilds } from './list-builds.ts';
import { listEndpoint } from './list-endpoint.ts';
import { listRoles } from './list-roles.ts';
import { listStorage } from './list-storage.ts';
import type { PlannedNames } from './names.ts';
import type { PlannedImage } from './place-image.ts';
import type { PlacedModel } from './place-model.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { Price } from './price.ts';
import type { Resource } from './resource.ts';
import type { Tags } from './tags.ts';

/** What the resources of a plan are listed from. */
export interface Listed {
  facts: PlanFacts;
  names: PlannedNames;
  arns: Arns;
  tags: Tags;
  image: PlannedImage;
  model: PlacedModel;
  /** ARNs, of roles that exist or will. */
  roles: { execution: string; build: string };
  /** Names of the build projects. */
  projects: readonly string[];
  price: Price;
}

/** Everything in the order in which it is made. */
export function listResources(listed: Listed): Resource[] {
  return [...listRoles(listed), ...listStorage(listed), ...listBuilds(listed), ...listEndpoint(listed)];
}
