/**
 * A JSON value as it was written: object members in source order, numbers as their source text. JavaScript's own
 * values lose both, and the prompt must not.
 */
export type JsonNode =
  | { kind: 'string'; value: string }
  | { kind: 'number'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'object'; members: { key: string; value: JsonNode }[] };
