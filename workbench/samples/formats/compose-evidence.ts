import { Fault } from '../../../adapter/fault.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { parseJson } from '../../../adapter/json/parse-json.ts';
import { evidenceOf } from '../evidence.ts';
import { fieldOf, type SourceRow } from '../reading/source-row.ts';
import type { SampleEvidence } from '../sample.ts';
import { isAbsent } from './node-fields.ts';
import type { ColumnMapping } from './sample-format.ts';

export type ComposedEvidence = { evidence: SampleEvidence | null; fault: null } | { evidence: null; fault: string };

/**
 * The evidence that a mapping makes of a row: the value of one column, or an object of several. Null when all of them are
 * empty.
 */
export function composeEvidence(row: SourceRow, columns: ColumnMapping): ComposedEvidence {
  const values: { key: string; value: JsonNode }[] = [];
  for (const { column, name } of columns.evidence) {
    const value = fieldOf(row, column);
    if (value === undefined) continue;
    const parsed = columns.evidence_json ? parseText(value, column) : { value, fault: null };
    if (parsed.fault !== null) return { evidence: null, fault: parsed.fault };
    values.push({ key: name, value: parsed.value });
  }
  if (values.every(({ value }) => isAbsent(value))) return { evidence: null, fault: null };
  const only = columns.evidence.length === 1 ? values[0] : undefined;
  return { evidence: evidenceOf(only?.value ?? { kind: 'object', members: values }), fault: null };
}

function parseText(value: JsonNode, column: string): { value: JsonNode; fault: null } | { value: null; fault: string } {
  if (value.kind !== 'string' || value.value === '') return { value, fault: null };
  try {
    return { value: parseJson(value.value), fault: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { value: null, fault: `Column ${column} holds no JSON: ${error.fields[0]?.message ?? error.message}` };
  }
}
