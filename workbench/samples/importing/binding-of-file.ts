import { writeJson } from '../../../adapter/json/write-json.ts';
import type { SourceField } from '../reading/source-row.ts';
import { type Binding, bindingSchema } from '../sample-set.ts';

/** The binding that our own JSON export carries beside its samples; null when there is none that can be read. */
export function bindingOf(surroundings: readonly SourceField[]): Binding | null {
  const field = surroundings.find(({ name }) => name === 'binding');
  if (field === undefined) return null;
  const parsed = bindingSchema.safeParse(JSON.parse(writeJson(field.value)));
  return parsed.success ? parsed.data : null;
}
