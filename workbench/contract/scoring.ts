import { z } from 'zod';
import { promptVersionSchema, scoringSettingsSchema } from '../../adapter/configuration/scoring-settings.ts';
import { decisionResultSchema } from '../../adapter/score/result.ts';
import { decisionDraftSchema } from './decision-document.ts';

export const scoreRequestSchema = z.strictObject({
  /** Chosen by the caller; progress events carry it. */
  ticket: z.string(),
  draft: decisionDraftSchema,
});

export const scoreAnswerSchema = z.object({
  /** In the order of the draft's questions. */
  results: z.array(decisionResultSchema),
  /** The settings that were really used, defaults filled in. */
  settings: scoringSettingsSchema,
});
export type ScoreAnswer = z.infer<typeof scoreAnswerSchema>;

export const promptAnswerSchema = z.object({
  prompt: z.string(),
  prompt_sha256: z.string(),
  prompt_version: promptVersionSchema,
  user_text: z.string(),
  slots: z.array(z.string()),
  tokens: z.array(z.object({ id: z.number().int(), text: z.string(), special: z.boolean() })),
});
export type PromptAnswer = z.infer<typeof promptAnswerSchema>;
