import {
  MAX_DESCRIPTION_LENGTH,
  MAX_ID_LENGTH,
  MAX_LEVELS,
  MAX_OPTIONS,
  MAX_QUESTION_LENGTH,
  MIN_OPTIONS,
} from '../../decision/decision-limits.ts';
import type { JsonNode } from '../../json/json-node.ts';
import type { Question, QuestionType, ValidationDetail } from './question.ts';
import { readText } from './read-text.ts';

type Loc = ValidationDetail['loc'];
type Report = (loc: Loc, msg: string, type: string) => void;

const TYPES: readonly QuestionType[] = ['noul', 'choice', 'score'];
const SIDES = ['true', 'false'];

/**
 * Reads one question of a request and reports everything that is wrong with it. Fields that a question does not have are
 * ignored, as the interface's own server does.
 * @returns null when something is wrong
 */
export function readQuestion(id: string, node: JsonNode, loc: Loc, report: Report): Question | null {
  if (node.kind !== 'object') {
    report(loc, 'Input should be an object', 'dict_type');
    return null;
  }
  const fields = new Map(node.members.map(({ key, value }) => [key, value]));
  const type = readType(fields.get('type'), [...loc, 'type'], report);
  const instructions = readOptionalText(
    fields.get('instructions'),
    [...loc, 'instructions'],
    MAX_QUESTION_LENGTH,
    report,
  );
  const criteria = fields.get('criteria');
  const at = [...loc, 'criteria'];
  const common = { id, instructions: instructions ?? null };
  switch (type) {
    case 'noul': {
      const sides = readSides(criteria, at, report);
      return sides === null || instructions === undefined ? null : { ...common, type, ...sides };
    }
    case 'choice': {
      const options = readOptions(criteria, at, report);
      return options === null || instructions === undefined ? null : { ...common, type, options };
    }
    case 'score': {
      const levels = readLevels(criteria, at, report);
      return levels === null || instructions === undefined ? null : { ...common, type, levels };
    }
    case null:
      return null;
  }
}

function readType(node: JsonNode | undefined, loc: Loc, report: Report): QuestionType | null {
  if (node === undefined) {
    report(loc, `Field required: one of ${TYPES.join(', ')}`, 'missing');
    return null;
  }
  const type = node.kind === 'string' ? TYPES.find((name) => name === node.value) : undefined;
  if (type === undefined) report(loc, `Input should be one of ${TYPES.join(', ')}`, 'union_tag_invalid');
  return type ?? null;
}

/** A text that may be absent, null or empty, which are all null; undefined when it is none of these. */
function readOptionalText(
  node: JsonNode | undefined,
  loc: Loc,
  maxLength: number,
  report: Report,
): string | null | undefined {
  if (node === undefined || node.kind === 'null') return null;
  const text = readText(node);
  if (text === null) {
    report(loc, 'Input should be a string, an object or an array', 'string_type');
    return undefined;
  }
  if (text.length > maxLength) {
    report(loc, `Text should have at most ${maxLength} characters, not ${text.length}`, 'string_too_long');
    return undefined;
  }
  return text === '' ? null : text;
}

function readSides(
  node: JsonNode | undefined,
  loc: Loc,
  report: Report,
): { yes: string | null; no: string | null } | null {
  if (node === undefined || node.kind === 'null') return { yes: null, no: null };
  if (node.kind !== 'object') {
    report(loc, "Input should be an object with 'true' and/or 'false'", 'dict_type');
    return null;
  }
  const sides = new Map<string, string | null>();
  let sound = true;
  for (const { key, value } of node.members) {
    const known = SIDES.includes(key);
    if (!known) report([...loc, key], "Only 'true' and 'false' are known here", 'extra_forbidden');
    const text = known ? readOptionalText(value, [...loc, key], MAX_DESCRIPTION_LENGTH, report) : undefined;
    if (text === undefined) sound = false;
    else sides.set(key, text);
  }
  return sound ? { yes: sides.get('true') ?? null, no: sides.get('false') ?? null } : null;
}

function readOptions(
  node: JsonNode | undefined,
  loc: Loc,
  report: Report,
): { name: string; description: string | null }[] | null {
  if (node === undefined || node.kind !== 'object') {
    report(loc, 'Input should be an object of option names', node === undefined ? 'missing' : 'dict_type');
    return null;
  }
  if (!countFits(node.members.length, MAX_OPTIONS, 'options', loc, report)) return null;
  const options: { name: string; description: string | null }[] = [];
  for (const { key, value } of node.members) {
    const at = [...loc, key];
    if (key === '') report(at, 'An option name should have at least 1 character', 'string_too_short');
    if (key.length > MAX_ID_LENGTH) {
      report(at, `An option name should have at most ${MAX_ID_LENGTH} characters`, 'string_too_long');
    }
    const description = readOptionalText(value, at, MAX_DESCRIPTION_LENGTH, report);
    if (description !== undefined && key !== '' && key.length <= MAX_ID_LENGTH)
      options.push({ name: key, description });
  }
  return options.length === node.members.length ? options : null;
}

function readLevels(
  node: JsonNode | undefined,
  loc: Loc,
  report: Report,
): { description: string; legend: JsonNode }[] | null {
  if (node === undefined || node.kind !== 'array') {
    report(loc, 'Input should be a list of levels, low to high', node === undefined ? 'missing' : 'list_type');
    return null;
  }
  if (!countFits(node.items.length, MAX_LEVELS, 'levels', loc, report)) return null;
  const levels: { description: string; legend: JsonNode }[] = [];
  for (const [index, legend] of node.items.entries()) {
    const text = readText(legend);
    if (text === null) report([...loc, index], 'Input should be a string, an object or an array', 'string_type');
    else if (text.length > MAX_DESCRIPTION_LENGTH) {
      report([...loc, index], `Text should have at most ${MAX_DESCRIPTION_LENGTH} characters`, 'string_too_long');
    } else levels.push({ description: text, legend });
  }
  return levels.length === node.items.length ? levels : null;
}

function countFits(count: number, max: number, what: string, loc: Loc, report: Report): boolean {
  if (count < MIN_OPTIONS) report(loc, `There should be at least ${MIN_OPTIONS} ${what}, not ${count}`, 'too_short');
  else if (count > max) report(loc, `There should be at most ${max} ${what}, not ${count}`, 'too_long');
  else return true;
  return false;
}
