import { z } from 'zod';

// The part of OpenAI chat completions that a decision-like question needs. The server answers more; it is let through.

export const chatRequestSchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
  max_tokens: z.number().int().positive().optional(),
  stream: z.literal(false).optional(),
});

export const chatAnswerSchema = z.looseObject({
  choices: z
    .array(z.looseObject({ message: z.looseObject({ content: z.string() }), finish_reason: z.string().nullish() }))
    .min(1),
});
