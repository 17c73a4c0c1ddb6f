import type { FieldFault } from '../fault.ts';
import type { JsonNode } from '../json/json-node.ts';
import { stepInto } from '../json/json-path.ts';
import { hasLoneSurrogate } from '../json/lone-surrogate.ts';
import { writePythonJson } from '../json/python-json.ts';
import type { Decision, Option, QuestionKind } from './decision.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_FAULTS,
  MAX_ID_LENGTH,
  MAX_LEVELS,
  MAX_OPTIONS,
  MAX_QUESTION_LENGTH,
  MAX_STATE_LENGTH,
  MIN_OPTIONS,
  YES_NO_OPTIONS,
} from './decision-limits.ts';
import { invalidRequest } from './invalid-request.ts';

/** A decision, or everything that is wrong with it. */
export type CheckedDecision = { decision: Decision; faults: [] } | { decision: null; faults: FieldFault[] };

const FIELDS = ['id', 'state', 'question', 'options', 'kind'];
const OPTION_FIELDS = ['id', 'description'];
const KINDS: readonly QuestionKind[] = ['choice', 'yes-no', 'score'];
const OPTION_COUNTS: Record<QuestionKind, { min: number; max: number; words: string }> = {
  choice: { min: MIN_OPTIONS, max: MAX_OPTIONS, words: `${MIN_OPTIONS} to ${MAX_OPTIONS} options` },
  'yes-no': { min: YES_NO_OPTIONS, max: YES_NO_OPTIONS, words: 'exactly 2 options, the one for yes first' },
  score: { min: MIN_OPTIONS, max: MAX_LEVELS, words: `${MIN_OPTIONS} to ${MAX_LEVELS} levels` },
};
const YES_NO_IDS = ['yes', 'no'];

/**
 * The decision that a JSON value describes: `{id, state, question, options: [{id, description}], kind?}`.
 * `kind` is `choice` unless told. With `yes-no`, `options` may be left out, and with `yes-no` and `score` the ids may:
 * they are then `yes` and `no`, or `0`, `1` and so on.
 * @param path where the value lies in its request, for the faults
 * @throws Fault INVALID_REQUEST with all its faults
 */
export function parseDecision(node: JsonNode, path = ''): Decision {
  const checked = checkDecision(node, path);
  if (checked.decision === null) throw invalidRequest(checked.faults);
  return checked.decision;
}

/** The same without throwing: for forms, which show each fault beside its field. */
export function checkDecision(node: JsonNode, path = ''): CheckedDecision {
  const faults: FieldFault[] = [];
  const report = (at: string, message: string, limit?: string): void => {
    faults.push(limit === undefined ? { path: at, message } : { path: at, message, limit });
  };

  /** The fields of an object; null, and a fault, when it is none. Unknown ones are faults. */
  function readObject(value: JsonNode, at: string, known: readonly string[]): Map<string, JsonNode> | null {
    if (value.kind !== 'object') {
      report(at, `This must be an object, not ${describe(value)}.`, `an object with ${known.join(', ')}`);
      return null;
    }
    for (const { key } of value.members) {
      if (faults.length >= MAX_FAULTS) break;
      if (!known.includes(key)) report(stepInto(at, key), 'This field is unknown.', `known are ${known.join(', ')}`);
    }
    return new Map(value.members.map((member) => [member.key, member.value]));
  }

  function readText(value: JsonNode | undefined, at: string, maxLength: number, mayBeEmpty = false): string | null {
    if (value === undefined) report(at, 'This field is missing.', 'a string');
    else if (value.kind !== 'string') report(at, `This must be a string, not ${describe(value)}.`, 'a string');
    else if (value.value === '' && !mayBeEmpty) report(at, 'This must not be empty.', 'at least 1 character');
    else if (value.value.length > maxLength) {
      report(at, `This is too long: ${value.value.length} characters.`, `at most ${maxLength} characters`);
    } else if (hasLoneSurrogate(value.value)) {
      report(at, 'The text holds half of a surrogate pair.', 'well-formed Unicode');
    } else return value.value;
    return null;
  }

  function readState(value: JsonNode | undefined, at: string): JsonNode | null {
    if (value === undefined) report(at, 'This field is missing.', 'a string, an object or an array');
    else if (value.kind === 'string') return readText(value, at, MAX_STATE_LENGTH) === null ? null : value;
    else if (value.kind !== 'object' && value.kind !== 'array') {
      report(at, `The evidence cannot be ${describe(value)}.`, 'a string, an object or an array');
    } else {
      const length = writePythonJson(value).length;
      if (length <= MAX_STATE_LENGTH) return value;
      report(at, `This is too long: ${length} characters.`, `at most ${MAX_STATE_LENGTH} characters`);
    }
    return null;
  }

  function readKind(value: JsonNode | undefined, at: string): QuestionKind {
    if (value === undefined) return 'choice';
    const kind = value.kind === 'string' ? KINDS.find((name) => name === value.value) : undefined;
    if (kind === undefined) report(at, 'This kind of question is unknown.', `one of ${KINDS.join(', ')}`);
    return kind ?? 'choice';
  }

  function readOption(value: JsonNode, at: string, defaultId: string | undefined): Option | null {
    const fields = readObject(value, at, OPTION_FIELDS);
    if (fields === null) return null;
    const idNode = fields.get('id') ?? (defaultId === undefined ? undefined : { kind: 'string', value: defaultId });
    const id = readText(idNode, stepInto(at, 'id'), MAX_ID_LENGTH);
    const description = readText(fields.get('description'), stepInto(at, 'description'), MAX_DESCRIPTION_LENGTH, true);
    return id === null || description === null ? null : { id, description };
  }

  function readOptions(value: JsonNode | undefined, at: string, kind: QuestionKind): Option[] {
    const count = OPTION_COUNTS[kind];
    if (value === undefined) {
      if (kind === 'yes-no') return YES_NO_IDS.map((id) => ({ id, description: '' }));
      report(at, 'This field is missing.', `a list of ${count.words}`);
      return [];
    }
    if (value.kind !== 'array') {
      report(at, `This must be a list, not ${describe(value)}.`, `a list of ${count.words}`);
      return [];
    }
    if (value.items.length < count.min || value.items.length > count.max) {
      const has = value.items.length === 0 ? 'The list is empty.' : `The list has ${value.items.length}.`;
      report(at, has, count.words);
    }
    const options: Option[] = [];
    const used = new Set<string>();
    for (const [index, item] of value.items.entries()) {
      if (faults.length >= MAX_FAULTS) break;
      const here = stepInto(at, index);
      const defaultId = kind === 'score' ? String(index) : kind === 'yes-no' ? YES_NO_IDS[index] : undefined;
      const option = readOption(item, here, defaultId);
      if (option === null) continue;
      options.push(option);
      if (used.has(option.id)) report(stepInto(here, 'id'), 'An earlier option has the same id.', 'each id once');
      used.add(option.id);
    }
    return options;
  }

  const fields = readObject(node, path, FIELDS);
  if (fields === null) return { decision: null, faults };
  const id = readText(fields.get('id'), stepInto(path, 'id'), MAX_ID_LENGTH);
  const state = readState(fields.get('state'), stepInto(path, 'state'));
  const question = readText(fields.get('question'), stepInto(path, 'question'), MAX_QUESTION_LENGTH);
  const kind = readKind(fields.get('kind'), stepInto(path, 'kind'));
  const options = readOptions(fields.get('options'), stepInto(path, 'options'), kind);
  if (faults.length > 0 || id === null || state === null || question === null) return { decision: null, faults };
  return { decision: { id, state, question, kind, options }, faults: [] };
}

function describe(node: JsonNode): string {
  switch (node.kind) {
    case 'null':
      return 'null';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    default:
      return `a ${node.kind}`;
  }
}
