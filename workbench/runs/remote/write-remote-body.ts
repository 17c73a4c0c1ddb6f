import type { Decision } from '../../../adapter/decision/decision.ts';
import { decisionToJson } from '../../../adapter/decision/write-decision.ts';
import type { JsonNode } from '../../../adapter/json/json-node.ts';
import { writeJson } from '../../../adapter/json/write-json.ts';
import type { RemoteTarget } from '../../contract/remote.ts';

/** The id of the one question of a System One request. */
export const QUESTION_ID = 'q';

/** The body that asks a decision; the evidence as it was written, key order and numbers included. */
export function writeRemoteBody(decision: Decision, target: RemoteTarget): string {
  if (target.kind !== 'system-one') return writeJson(object([['decision', decisionToJson(decision)]]));
  const question = systemOneQuestion(decision);
  return writeJson(
    object([
      ['model', text(target.model)],
      ['state', decision.state],
      ['questions', object([[QUESTION_ID, question]])],
    ]),
  );
}

/** As the System One interface asks it: a yes/no has no names of options, a choice names them by id, levels have a place. */
function systemOneQuestion({ kind, question, options }: Decision): JsonNode {
  const instructions: [string, JsonNode] = ['instructions', text(question)];
  const described = (description: string): JsonNode => (description === '' ? { kind: 'null' } : text(description));
  switch (kind) {
    case 'yes-no':
      return object([
        ['type', text('noul')],
        instructions,
        [
          'criteria',
          object(options.map(({ description }, index) => [index === 0 ? 'true' : 'false', described(description)])),
        ],
      ]);
    case 'choice':
      return object([
        ['type', text('choice')],
        instructions,
        ['criteria', object(options.map(({ id, description }) => [id, described(description)]))],
      ]);
    case 'score':
      return object([
        ['type', text('score')],
        instructions,
        [
          'criteria',
          { kind: 'array', items: options.map(({ id, description }) => text(description === '' ? id : description)) },
        ],
      ]);
  }
}

function object(members: [string, JsonNode][]): JsonNode {
  return { kind: 'object', members: members.map(([key, value]) => ({ key, value })) };
}

function text(value: string): JsonNode {
  return { kind: 'string', value };
}
