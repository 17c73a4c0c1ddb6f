import { Fault } from '../../adapter/fault.ts';
import type { JsonNode } from '../../adapter/json/json-node.ts';
import { parseJson } from '../../adapter/json/parse-json.ts';
import { type LabelledRow, type Predictions, packPredictions } from './predictions.ts';

/** What a line says beside its probabilities. */
export interface PredictionLine {
  id: string;
  label: string;
  group: string | null;
}

/** Predictions made anywhere, as read from lines of JSON; `samples` and the rows of `predictions` are parallel. */
export interface PredictionSet {
  /** Name of the file, for messages and reports. */
  source: string;
  samples: PredictionLine[];
  predictions: Predictions;
}

/**
 * How far probabilities may be from adding up to 1: rounded to four digits, 255 options are off by up to 0.013. They
 * are used as they are and never normalised.
 */
const SUM_TOLERANCE = 0.02;

/**
 * Reads lines `{id, label, group?, probabilities: {option: p}}`. The options are those of the first line, in its
 * order; `id`, `label` and `group` may be numbers or booleans, which stand for their text; other keys are ignored, as
 * are blank lines.
 * @throws Fault INVALID_REQUEST at the first line that is none, has other options, a label that is not an option or an
 * id that occurred before, and for a text without lines; the field names file, line and key.
 */
export function readPredictions(text: string, source: string): PredictionSet {
  const samples: PredictionLine[] = [];
  const rows: LabelledRow[] = [];
  const lineOfId = new Map<string, number>();
  let options: string[] | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const at: Place = { source, line: index + 1 };
    const members = membersOf(parseJson(line, { base: source, firstLine: at.line }), at, '');
    const probabilities = readProbabilities(members, at);
    options ??= [...probabilities.keys()];
    rows.push(inOrder(options, probabilities, readScalar(members, 'label', at), at));
    const id = readScalar(members, 'id', at);
    const earlier = lineOfId.get(id);
    if (earlier !== undefined) throw refuse(at, 'id', `the id “${id}” was on line ${earlier} already`);
    lineOfId.set(id, at.line);
    const hasGroup = (members.get('group')?.kind ?? 'null') !== 'null';
    samples.push({ id, label: rows.at(-1)?.label ?? '', group: hasGroup ? readScalar(members, 'group', at) : null });
  }
  if (options === null) {
    throw new Fault('INVALID_REQUEST', `${source} holds no predictions.`, `Give one JSON object a line: ${SHAPE}.`, {
      fields: [{ path: source, message: 'no lines' }],
    });
  }
  return { source, samples, predictions: packPredictions(options, rows) };
}

const SHAPE = '{"id", "label", "group" (optional), "probabilities": {option: p}}';

interface Place {
  source: string;
  line: number;
}

function refuse({ source, line }: Place, key: string, message: string): Fault {
  return new Fault(
    'INVALID_REQUEST',
    `${source}, line ${line}: ${message}.`,
    `Correct the line; each is ${SHAPE}, with the options of the first line.`,
    { fields: [{ path: `${source}:${line}${key === '' ? '' : `: ${key}`}`, message }] },
  );
}

function membersOf(node: JsonNode | undefined, at: Place, key: string): Map<string, JsonNode> {
  if (node?.kind !== 'object') throw refuse(at, key, `${key === '' ? 'the line' : key} is no JSON object`);
  return new Map(node.members.map((member) => [member.key, member.value]));
}

function readScalar(members: Map<string, JsonNode>, key: string, at: Place): string {
  const node = members.get(key);
  if (node?.kind === 'string') return node.value;
  if (node?.kind === 'number') return node.text;
  if (node?.kind === 'boolean') return String(node.value);
  throw refuse(at, key, node === undefined ? `${key} is missing` : `${key} is no text`);
}

function readProbabilities(members: Map<string, JsonNode>, at: Place): Map<string, number> {
  const probabilities = new Map<string, number>();
  let sum = 0;
  for (const [option, node] of membersOf(members.get('probabilities'), at, 'probabilities')) {
    const p = node.kind === 'number' ? Number(node.text) : Number.NaN;
    if (!(p >= 0 && p <= 1)) throw refuse(at, `probabilities.${option}`, `“${option}” has no number from 0 to 1`);
    probabilities.set(option, p);
    sum += p;
  }
  if (probabilities.size < 2) throw refuse(at, 'probabilities', 'there are fewer than two options');
  if (Math.abs(sum - 1) > SUM_TOLERANCE) {
    throw refuse(at, 'probabilities', `the probabilities add up to ${sum.toPrecision(6)} and not to 1`);
  }
  return probabilities;
}

function inOrder(options: readonly string[], given: Map<string, number>, label: string, at: Place): LabelledRow {
  const probabilities = options.map((option) => given.get(option) ?? Number.NaN);
  if (given.size !== options.length || probabilities.some(Number.isNaN)) {
    const others = [...given.keys()].join(', ');
    throw refuse(
      at,
      'probabilities',
      `its options (${others}) are not those of the first line (${options.join(', ')})`,
    );
  }
  if (!options.includes(label)) throw refuse(at, 'label', `the label “${label}” is not one of the options`);
  return { label, probabilities };
}
