import { createHash } from 'node:crypto';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { writeJson } from '../../../adapter/json/write-json.ts';
import { evidenceNode } from '../evidence.ts';
import type { Sample, SampleQuestion } from '../sample.ts';
import type { Binding, SampleSet } from '../sample-set.ts';
import { type Member, marksOf, string } from './sample-json.ts';

// The name of the one question of a line.
const QUESTION = 'decision';
// JEVL asks for a model; nobody has answered these lines.
const NO_MODEL = 'unscored';

/**
 * JEVL version 1, a line a sample. What JEVL has no field for is in `x_sample`, which our import reads back. A line's id
 * is the SHA-256 of its request and the sample's id, so that no two samples replace each other.
 * @param set `changed_at` becomes the lines' time
 */
export function* writeJevl(set: SampleSet, samples: Iterable<Sample>): Generator<string> {
  for (const sample of samples) yield `${writeJson(lineOf(sample, set))}\n`;
}

function lineOf(sample: Sample, set: SampleSet): JsonNode {
  const question = askedOf(sample, set.binding);
  const request: JsonNode = object([
    ['state', evidenceNode(sample.evidence)],
    ['questions', object([[QUESTION, wireQuestion(question)]])],
  ]);
  const hash = createHash('sha256')
    .update(`${writeJson(request)}\n${sample.id}`, 'utf8')
    .digest('hex');
  const ids = question.options.map(({ id }) => id);
  const own: Member[] = [{ key: 'id', value: string(sample.id) }, ...marksOf(sample)];
  if (question.kind !== 'choice') own.push({ key: 'option_ids', value: { kind: 'array', items: ids.map(string) } });
  return object([
    ['v', { kind: 'number', text: '1' }],
    ['id', string(`sha256:${hash}`)],
    ['ts', string(set.changed_at)],
    ['model', string(NO_MODEL)],
    ['request', request],
    ['answers', object([])],
    ...(sample.label === null ? [] : [['label', object([[QUESTION, wireLabel(sample.label, question)]])] as const]),
    ['x_sample', { kind: 'object', members: own }],
  ]);
}

function askedOf(sample: Sample, binding: Binding): SampleQuestion {
  if (sample.question !== null) return sample.question;
  if (binding.kind === 'bound') return binding.question;
  throw new RangeError(`The sample ${sample.id} of a mixed set has no question.`);
}

function wireQuestion({ kind, question, options }: SampleQuestion): JsonNode {
  const described = (text: string): JsonNode => (text === '' ? { kind: 'null' } : string(text));
  const [yes, no] = options;
  const types = { choice: 'choice', 'yes-no': 'noul', score: 'score' };
  const criteria: Record<typeof kind, () => JsonNode> = {
    choice: () => object(options.map(({ id, description }) => [id, described(description)])),
    'yes-no': () =>
      object([
        ['true', described(yes?.description ?? '')],
        ['false', described(no?.description ?? '')],
      ]),
    score: () => ({ kind: 'array', items: options.map(({ description }) => string(description)) }),
  };
  return object([
    ['type', string(types[kind])],
    ['instructions', string(question)],
    ['criteria', criteria[kind]()],
  ]);
}

/** choice: the option's id; yes-or-no: true or false; score: the level's index. An id that is no option stays as it is. */
function wireLabel(label: string, { kind, options }: SampleQuestion): JsonNode {
  const index = options.findIndex(({ id }) => id === label);
  if (kind === 'choice' || index < 0) return string(label);
  return kind === 'yes-no' ? { kind: 'boolean', value: index === 0 } : { kind: 'number', text: String(index) };
}

function object(members: readonly (readonly [string, JsonNode])[]): JsonNode {
  return { kind: 'object', members: members.map(([key, value]) => ({ key, value })) };
}
