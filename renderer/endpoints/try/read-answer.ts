import { z } from 'zod';

const resultSchema = z.object({
  id: z.string(),
  option_ids: z.array(z.string()),
  probabilities: z.array(z.number()),
  x_choice: z.string().nullable().optional(),
  x_reason: z.string().optional(),
});
export type AnsweredDecision = z.infer<typeof resultSchema>;

const decisionsSchema = z.union([
  z.object({ result: resultSchema }).transform(({ result }) => [result]),
  z.object({ results: z.array(resultSchema) }).transform(({ results }) => results),
]);

const chatSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

export type Answer =
  | { kind: 'decisions'; decisions: AnsweredDecision[] }
  | { kind: 'text'; text: string }
  /** Neither: it is shown as it came. */
  | { kind: 'other' };

/** What an endpoint answered, as far as it has one of the shapes that are known. */
export function readAnswer(body: string): Answer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return { kind: 'other' };
  }
  const decisions = decisionsSchema.safeParse(parsed);
  if (decisions.success) return { kind: 'decisions', decisions: decisions.data };
  const chat = chatSchema.safeParse(parsed);
  const [choice] = chat.data?.choices ?? [];
  return choice === undefined ? { kind: 'other' } : { kind: 'text', text: choice.message.content };
}

/** The text with indentation where it is JSON, else as it came. */
export function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
