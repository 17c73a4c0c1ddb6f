import { writeJson } from '../../../adapter/json/write-json.ts';
import type { SourceField } from '../reading/source-row.ts';
import { type Binding, bindingSchema, sampleSetSchema } from '../sample-set.ts';

/** What our own JSON document calls itself. */
export const OWN_DOCUMENT = 'decision-workbench-samples';

/** The binding that our own JSON export carries beside its samples; null when there is none that can be read. */
export function bindingOf(surroundings: readonly SourceField[]): Binding | null {
  const field = surroundings.find(({ name }) => name === 'binding');
  if (field === undefined) return null;
  const parsed = bindingSchema.safeParse(JSON.parse(writeJson(field.value)));
  return parsed.success ? parsed.data : null;
}

/** The share for tuning that our own JSON export carries; null for any other file. */
export function tuneShareOf(surroundings: readonly SourceField[]): number | null {
  const valueAt = (name: string) => surroundings.find((field) => field.name === name)?.value;
  const format = valueAt('format');
  const share = valueAt('tune_share');
  if (format?.kind !== 'string' || format.value !== OWN_DOCUMENT || share?.kind !== 'number') return null;
  const parsed = sampleSetSchema.shape.tune_share.safeParse(Number(share.text));
  return parsed.success ? parsed.data : null;
}
