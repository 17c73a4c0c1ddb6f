import { z } from 'zod';
import type { Decision } from '../../../adapter/decision/decision.ts';
import { modelIdentitySchema } from '../../../adapter/score/result.ts';
import { orderProbabilities } from './order-probabilities.ts';
import type { RemoteAnswer } from './remote-answer.ts';
import { UnusableAnswer } from './unusable-answer.ts';

const count = z.number().int().nonnegative();

/** What every server for decisions says. Ours says more; what others leave out is not known then. */
const answerSchema = z.looseObject({
  result: z.looseObject({
    id: z.string(),
    option_ids: z.array(z.string()),
    probabilities: z.array(z.number()),
    option_logits: z.array(z.number()).optional(),
    allowed_token_mass: z.number().nullish(),
    x_order_flip: z.boolean().optional(),
    x_abstained: z.boolean().optional(),
    input_tokens: count.optional(),
    prompt_sha256: z.string().max(200).optional(),
    prompt_version: z.string().max(200).optional(),
    x_readout: z.string().max(200).optional(),
    timing: z.looseObject({ evaluated_tokens: count.optional() }).optional(),
    model: z.unknown().optional(),
    configuration_sha256: z.string().max(200).optional(),
  }),
});

/** A name in an answer of a server that describes its model in a way of its own. */
const modelNameSchema = z.union([
  z.string().max(300),
  z.looseObject({ file: z.string().max(300) }).transform(({ file }) => file),
]);

/**
 * The answer of a server for decisions to one decision.
 * @throws UnusableAnswer
 */
export function readDecisionsAnswer(value: unknown, { id, options }: Decision, host: string): RemoteAnswer {
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UnusableAnswer(host, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it breaks a rule'}`);
  }
  const { result } = parsed.data;
  if (result.id !== id) throw new UnusableAnswer(host, 'it is about another decision');
  const { probabilities, places } = orderProbabilities(options, result.option_ids, result.probabilities, host);
  const { option_logits: given = [], input_tokens = 0 } = result;
  if (given.length > 0 && given.length !== places.length) {
    throw new UnusableAnswer(host, `${given.length} logits for ${places.length} options`);
  }
  const model = modelIdentitySchema.safeParse(result.model);
  const name = modelNameSchema.safeParse(result.model);
  return {
    probabilities,
    logits: given.length === 0 ? [] : places.map((place) => given[place] ?? 0),
    option_mass: result.allowed_token_mass ?? null,
    order_flip: result.x_order_flip ?? null,
    ...(result.x_abstained === undefined ? {} : { abstained: result.x_abstained }),
    input_tokens,
    evaluated_tokens: result.timing?.evaluated_tokens ?? input_tokens,
    prompt_sha256: result.prompt_sha256 ?? '',
    by: {
      model_name: name.success ? name.data : 'not told',
      model: model.success ? model.data : null,
      configuration_sha256: result.configuration_sha256 ?? null,
      readout: result.x_readout ?? null,
      prompt_version: result.prompt_version ?? null,
    },
  };
}
