import { z } from 'zod';
import { promptVersionSchema, readoutSchema } from '../configuration/scoring-settings.ts';

/** Seconds spent on one decision. Phases that did not happen are 0. */
export const timingSchema = z.object({
  /** From request to result. */
  total_seconds: z.number(),
  /** Prompt rendering and tokenisation. */
  encode_seconds: z.number(),
  /** Evaluation of the shared prefix. */
  prefill_seconds: z.number(),
  /** Evaluation of what follows the prefix, and the readout. */
  suffix_forward_seconds: z.number(),
  /** Tokens of the prefix that this decision shares with others, or that were reused. */
  prefix_tokens: z.number().int(),
  /** Whether any evaluated token was reused from an earlier decision. */
  cache_hit: z.boolean(),
  /** Tokens that were evaluated for this decision, each pass over a token counted. */
  evaluated_tokens: z.number().int().optional(),
  /** Tokens of its prompts (one for each order) that were evaluated before and reused. */
  reused_tokens: z.number().int().optional(),
});

/** Which model file answered, and how it was run. */
export const modelIdentitySchema = z.object({
  file: z.string(),
  sha256: z.string(),
  bytes: z.number().int(),
  /** Of a pinned download; null for a local file. */
  repository: z.string().nullable(),
  revision: z.string().nullable(),
  architecture: z.string(),
  quantization: z.string(),
  vocab_size: z.number().int(),
  gpu_layers: z.number().int(),
  threads: z.number().int(),
  context_tokens: z.number().int(),
  engine: z.string(),
  engine_version: z.string(),
});
export type ModelIdentity = z.infer<typeof modelIdentitySchema>;

/** `allowed_token_mass` is exact within `bound`: the true share lies in [value − bound, value + bound]. */
export const decisionResultSchema = z.object({
  id: z.string(),
  option_ids: z.array(z.string()),
  probabilities: z.array(z.number()),
  /** Letters: raw logits of the slots. Texts: pointwise mutual information in nats. Never altered by a threshold. */
  option_logits: z.array(z.number()),
  /** Letters: one token for each option. Texts: the tokens of each option's text. */
  answer_token_ids: z.union([z.array(z.number().int()), z.array(z.array(z.number().int()))]),
  input_tokens: z.number().int(),
  allowed_token_mass: z.number().nullable(),
  x_allowed_token_mass_bound: z.number().nullable(),
  prompt_sha256: z.string(),
  prompt_version: promptVersionSchema,
  readout: z.string(),
  x_readout: readoutSchema,
  probability_status: z.string(),
  /** With an order other than as-given: whether the first choice changed between orders. */
  x_order_flip: z.boolean().optional(),
  /** With an order other than as-given: the largest change of one option's probability between orders. */
  x_order_spread: z.number().optional(),
  /** With an order other than as-given: the probabilities of each order, options in the caller's order. */
  x_orders: z.array(z.object({ option_ids: z.array(z.string()), probabilities: z.array(z.number()) })).optional(),
  /**
   * Under a configuration that names this decision: what to do, an option's id or the configuration's fallback; null
   * abstains.
   */
  x_choice: z.string().nullable().optional(),
  /** Under such a configuration: whether `x_choice` is none of the options. */
  x_abstained: z.boolean().optional(),
  /** Under such a configuration: why, in words with the numbers. */
  x_reason: z.string().optional(),
  /** Under such a configuration: the threshold that the first choice had to reach; null where there is none. */
  x_threshold: z.number().nullable().optional(),
  timing: timingSchema,
  model: modelIdentitySchema,
  /** Of `{scoring, decisions}`, RFC 8785; without a configuration `decisions` is empty. */
  configuration_sha256: z.string(),
});
export type DecisionResult = z.infer<typeof decisionResultSchema>;
