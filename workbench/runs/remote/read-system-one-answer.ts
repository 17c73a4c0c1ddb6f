import { z } from 'zod';
import type { Decision } from '../../../adapter/decision/decision.ts';
import { orderProbabilities } from './order-probabilities.ts';
import type { RemoteAnswer } from './remote-answer.ts';
import { UnusableAnswer } from './unusable-answer.ts';
import { QUESTION_ID } from './write-remote-body.ts';

const own = {
  x_option_mass: z.number().nullish(),
  x_order_flip: z.boolean().optional(),
  x_abstained: z.boolean().optional(),
};
/** Names of options may be any text: an own property of any name, never one that is inherited. */
const byName = z.record(z.string(), z.number());

/** What a server of the interface says; fields that it has beside these are its own matter. */
const answerSchema = z.looseObject({
  model: z.string().max(300),
  answers: z.looseObject({
    [QUESTION_ID]: z.union([
      z.looseObject({ type: z.literal('noul').optional(), noul: z.number(), ...own }),
      z.looseObject({ type: z.enum(['choice', 'score']).optional(), probabilities: byName, ...own }),
    ]),
  }),
  usage: z.looseObject({ input_tokens: z.number().int().nonnegative().optional() }).optional(),
  x_configuration_sha256: z.string().max(200).optional(),
});

/**
 * The answer of a System One server to the one question that stands for a decision. It has no logits.
 * @throws UnusableAnswer
 */
export function readSystemOneAnswer(value: unknown, { kind, options }: Decision, host: string): RemoteAnswer {
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UnusableAnswer(host, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it breaks a rule'}`);
  }
  const { model, usage, answers, x_configuration_sha256 } = parsed.data;
  const answer = answers[QUESTION_ID];
  if (answer === undefined) throw new UnusableAnswer(host, 'it has no answer to the question');
  const input_tokens = usage?.input_tokens ?? 0;
  return {
    probabilities: probabilitiesOf(answer, kind, options, host),
    logits: [],
    option_mass: answer.x_option_mass ?? null,
    order_flip: answer.x_order_flip ?? null,
    ...(answer.x_abstained === undefined ? {} : { abstained: answer.x_abstained }),
    input_tokens,
    evaluated_tokens: input_tokens,
    prompt_sha256: '',
    by: {
      model_name: model,
      model: null,
      configuration_sha256: x_configuration_sha256 ?? null,
      readout: null,
      prompt_version: null,
    },
  };
}

type Answer = z.infer<typeof answerSchema>['answers'][typeof QUESTION_ID];

function probabilitiesOf(answer: Answer, kind: Decision['kind'], options: Decision['options'], host: string): number[] {
  if (typeof answer.noul === 'number') {
    if (kind !== 'yes-no') throw new UnusableAnswer(host, 'it answers a yes or no that was not asked');
    const yes = answer.noul;
    return orderProbabilities(
      options,
      options.map(({ id }) => id),
      [yes, 1 - yes],
      host,
    ).probabilities;
  }
  const given = byName.safeParse(answer.probabilities);
  if (kind === 'yes-no' || !given.success) throw new UnusableAnswer(host, 'it is of another kind than the question');
  const names = Object.keys(given.data);
  // Levels go by their place, whatever they are called here.
  const asked = kind === 'score' ? options.map((option, level) => ({ ...option, id: String(level) })) : options;
  return orderProbabilities(
    asked,
    names,
    names.map((name) => given.data[name] ?? Number.NaN),
    host,
  ).probabilities;
}
