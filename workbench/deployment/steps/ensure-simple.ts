import type { Facts } from '../journal/entry.ts';
import { driverOf, type SimpleResource } from './drivers.ts';
import { ensure } from './ensure.ts';
import type { Sitting } from './sitting.ts';

/** Makes one of the resources that a call makes, or finds it; nothing for null. */
export async function ensureSimple(sitting: Sitting, resource: SimpleResource | null): Promise<Facts> {
  if (resource === null) return {};
  return ensure(sitting, resource, driverOf(sitting.aws, sitting.signal, resource));
}
