import type { Price } from './price.ts';
import { freePrice } from './price-target.ts';
import { removalOf } from './removal.ts';
import type { NamedPolicy, Resource, ResourceKind } from './resource.ts';
import type { Tags } from './tags.ts';

/** What is told of a resource beside its kind. */
export interface Told {
  name: string;
  arn: string | null;
  ownership: Resource['ownership'];
  why: string;
  /** None unless told. */
  tags?: Tags;
  policies?: NamedPolicy[];
  /** Free unless told. */
  price?: Price;
}

/** The fields that every resource has. */
export function describeResource<K extends ResourceKind>(kind: K, told: Told) {
  const { name, arn, ownership, why, tags = {}, policies = [], price = freePrice } = told;
  const removal = removalOf(kind, ownership);
  return { kind, key: `${kind}/${name}`, name, arn, ownership, why, tags, policies, price, removal };
}
