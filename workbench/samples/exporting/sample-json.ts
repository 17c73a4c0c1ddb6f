import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { parseJson } from '../../../adapter/json/parse-json.ts';
import { evidenceNode } from '../evidence.ts';
import type { Sample, SampleQuestion, Suggestion } from '../sample.ts';

export interface Member {
  key: string;
  value: JsonNode;
}

/**
 * A sample as the JSON object of our own formats: fields that have their default are left out. Its origin is not
 * exported: it says where this copy came from.
 */
export function sampleToJson(sample: Sample): JsonNode {
  return {
    kind: 'object',
    members: [
      { key: 'id', value: string(sample.id) },
      { key: 'evidence', value: evidenceNode(sample.evidence) },
      ...(sample.label === null ? [] : [{ key: 'label', value: string(sample.label) }]),
      ...marksOf(sample),
      ...(sample.question === null ? [] : [{ key: 'decision', value: questionToJson(sample.question) }]),
    ],
  };
}

/** Group, note, dispute, suggestion and tags, each only when there is one. */
export function marksOf(sample: Sample): Member[] {
  const members: Member[] = [];
  if (sample.group !== null) members.push({ key: 'group', value: string(sample.group) });
  if (sample.note !== '') members.push({ key: 'note', value: string(sample.note) });
  if (sample.disputed) members.push({ key: 'disputed', value: { kind: 'boolean', value: true } });
  if (sample.suggestion !== null) members.push({ key: 'suggestion', value: suggestionToJson(sample.suggestion) });
  const tags = Object.entries(sample.tags);
  if (tags.length > 0) {
    members.push({
      key: 'tags',
      value: { kind: 'object', members: tags.map(([key, value]) => ({ key, value: string(value) })) },
    });
  }
  return members;
}

export function suggestionToJson({ label, confidence, by }: Suggestion): JsonNode {
  const members: Member[] = [{ key: 'label', value: string(label) }];
  if (confidence !== null) members.push({ key: 'confidence', value: { kind: 'number', text: String(confidence) } });
  if (by !== '') members.push({ key: 'by', value: string(by) });
  return { kind: 'object', members };
}

/** A question as a decision has it, without id and state; `kind` is left out for a choice. */
export function questionToJson({ kind, question, options }: SampleQuestion): JsonNode {
  return {
    kind: 'object',
    members: [
      { key: 'question', value: string(question) },
      ...(kind === 'choice' ? [] : [{ key: 'kind', value: string(kind) }]),
      {
        key: 'options',
        value: {
          kind: 'array',
          items: options.map(({ id, description }) => ({
            kind: 'object',
            members: [
              { key: 'id', value: string(id) },
              { key: 'description', value: string(description) },
            ],
          })),
        },
      },
    ],
  };
}

/** A plain value, such as a set's binding, as a node. */
export function plainToJson(value: unknown): JsonNode {
  return parseJson(JSON.stringify(value));
}

export function string(value: string): JsonNode {
  return { kind: 'string', value };
}
