import type { ColumnMapping } from '../../../workbench/samples/formats/sample-format.ts';

/** What a column can mean; several columns can be evidence or hold options, every other meaning has one column. */
export const columnRoles = [
  'none',
  'evidence',
  'label',
  'id',
  'group',
  'note',
  'suggestion',
  'question',
  'options',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

export const roleWords: Record<ColumnRole, string> = {
  none: 'not used',
  evidence: 'evidence',
  label: 'label',
  id: 'id',
  group: 'group',
  note: 'note',
  suggestion: 'suggestion',
  question: 'question of the row',
  options: 'options of the row',
};

const single = ['label', 'id', 'group', 'note', 'suggestion', 'question'] as const;

export function roleOf(mapping: ColumnMapping, column: string): ColumnRole {
  if (mapping.evidence.some((one) => one.column === column)) return 'evidence';
  if (mapping.options.includes(column)) return 'options';
  return single.find((role) => mapping[role] === column) ?? 'none';
}

/**
 * The mapping after a column was given a role: it loses the one it had, and a role of one column takes it from another.
 * Columns of the evidence stay in the order of the file.
 * @param order all columns of the file
 */
export function giveRole(
  mapping: ColumnMapping,
  column: string,
  role: ColumnRole,
  order: readonly string[],
): ColumnMapping {
  const next: ColumnMapping = {
    ...mapping,
    evidence: mapping.evidence.filter((one) => one.column !== column),
    options: mapping.options.filter((one) => one !== column),
  };
  for (const one of single) if (next[one] === column) next[one] = null;
  if (role === 'evidence') {
    next.evidence = [...next.evidence, { column, name: column }].sort(
      (a, b) => order.indexOf(a.column) - order.indexOf(b.column),
    );
    // Several columns become an object, whose values are no JSON of their own.
    if (next.evidence.length > 1) next.evidence_json = false;
  } else if (role === 'options') {
    next.options = [...next.options, column].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  } else if (role !== 'none') next[role] = column;
  return next;
}
