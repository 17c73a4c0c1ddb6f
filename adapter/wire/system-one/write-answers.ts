import type { JsonNode } from '../../json/json-node.ts';
import { writeJson } from '../../json/write-json.ts';
import type { DecisionResult } from '../../score/result.ts';
import { choiceConfidence, scoreConfidence } from './confidence.ts';
import type { Question } from './question.ts';

type Members = Extract<JsonNode, { kind: 'object' }>['members'];

/**
 * The JSON text of an answer. Not by way of JavaScript's objects: they would put option names that look like numbers
 * first and lose one that is called `__proto__`.
 * @param results one for each question, in their order
 * @param model the served model's own name
 */
export function writeAnswers(
  questions: readonly Question[],
  results: readonly DecisionResult[],
  model: string,
): string {
  const answers: Members = questions.flatMap((question, index) => {
    const result = results[index];
    return result === undefined ? [] : [{ key: question.id, value: answerOf(question, result) }];
  });
  const tokens = results.reduce((sum, { input_tokens }) => sum + input_tokens, 0);
  return writeJson(
    object([
      { key: 'model', value: text(model) },
      { key: 'answers', value: object(answers) },
      {
        key: 'usage',
        value: object([
          { key: 'input_tokens', value: number(tokens) },
          // nothing is ever generated
          { key: 'output_tokens', value: number(0) },
        ]),
      },
      { key: 'x_configuration_sha256', value: text(results[0]?.configuration_sha256 ?? '') },
    ]),
  );
}

function answerOf(question: Question, result: DecisionResult): JsonNode {
  const { probabilities } = result;
  const type = { key: 'type', value: text(question.type) };
  switch (question.type) {
    case 'noul':
      return object([
        type,
        { key: 'noul', value: number(probabilities[0] ?? Number.NaN) },
        ...ownFields(['true', 'false'], result),
      ]);
    case 'choice': {
      const names = question.options.map(({ name }) => name);
      const first = probabilities.indexOf(Math.max(...probabilities));
      return object([
        type,
        { key: 'choice', value: text(names[first] ?? '') },
        { key: 'probabilities', value: byName(names, probabilities) },
        { key: 'confidence', value: number(choiceConfidence(probabilities)) },
        ...ownFields(names, result),
      ]);
    }
    case 'score': {
      const names = question.levels.map((_, level) => String(level));
      const expected = probabilities.reduce((sum, p, level) => sum + p * level, 0);
      const legend = question.levels.map(({ legend: value }, level) => ({ key: String(level), value }));
      return object([
        type,
        { key: 'score', value: number(expected) },
        { key: 'legend', value: object(legend) },
        { key: 'probabilities', value: byName(names, probabilities) },
        { key: 'confidence', value: number(scoreConfidence(probabilities)) },
        ...ownFields(names, result),
      ]);
    }
  }
}

/** What the interface does not know, each with the prefix that it keeps free for that. */
function ownFields(names: readonly string[], result: DecisionResult): Members {
  const fields: Members = [
    { key: 'x_option_mass', value: result.allowed_token_mass === null ? NULL : number(result.allowed_token_mass) },
    { key: 'x_option_logits', value: byName(names, result.option_logits) },
    { key: 'x_probability_status', value: text(result.probability_status) },
  ];
  if (result.x_order_flip !== undefined) fields.push({ key: 'x_order_flip', value: boolean(result.x_order_flip) });
  if (result.x_choice !== undefined) {
    fields.push({ key: 'x_choice', value: result.x_choice === null ? NULL : text(result.x_choice) });
  }
  if (result.x_abstained !== undefined) fields.push({ key: 'x_abstained', value: boolean(result.x_abstained) });
  if (result.x_reason !== undefined) fields.push({ key: 'x_reason', value: text(result.x_reason) });
  if (result.x_threshold !== undefined) {
    fields.push({ key: 'x_threshold', value: result.x_threshold === null ? NULL : number(result.x_threshold) });
  }
  return fields;
}

function byName(names: readonly string[], values: readonly number[]): JsonNode {
  return object(names.map((key, index) => ({ key, value: number(values[index] ?? Number.NaN) })));
}

const NULL: JsonNode = { kind: 'null' };
const object = (members: Members): JsonNode => ({ kind: 'object', members });
const text = (value: string): JsonNode => ({ kind: 'string', value });
const boolean = (value: boolean): JsonNode => ({ kind: 'boolean', value });

/** @throws RangeError for a number that JSON cannot carry */
function number(value: number): JsonNode {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written as JSON`);
  return { kind: 'number', text: JSON.stringify(value) };
}
