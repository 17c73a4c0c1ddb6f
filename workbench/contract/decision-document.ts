import { z } from 'zod';
import {
  orderSchema,
  promptVersionSchema,
  readoutSchema,
  templateSourceSchema,
} from '../../adapter/configuration/scoring-settings.ts';

/** Lower-case UUID version 7; also the folder's name under `decisions/`. */
export const documentIdSchema = z.uuidv7();

export const questionKindSchema = z.enum(['choice', 'yes-no', 'score']);

/** An option as it is being written; it may still break a rule. */
export const optionDraftSchema = z.strictObject({
  id: z.string(),
  description: z.string(),
  /** Index into the palette of option hues; stays with the option when it is renamed or moved. */
  hue: z.number().int().min(0),
});
export type OptionDraft = z.infer<typeof optionDraftSchema>;

export const questionDraftSchema = z.strictObject({
  /** Becomes the decision's id; unique within the document. */
  id: z.string(),
  kind: questionKindSchema,
  question: z.string(),
  options: z.array(optionDraftSchema),
});
export type QuestionDraft = z.infer<typeof questionDraftSchema>;

/** The evidence as it was typed. `json` is parsed without loss when it is scored. */
export const evidenceDraftSchema = z.strictObject({ format: z.enum(['text', 'json']), text: z.string() });
export type EvidenceDraft = z.infer<typeof evidenceDraftSchema>;

/** What a person chose for this decision; null follows the model's default. */
export const scoringChoiceSchema = z.strictObject({
  readout: readoutSchema.nullable(),
  prompt_version: promptVersionSchema.nullable(),
  template: templateSourceSchema.nullable(),
  order: orderSchema,
  temperature: z.number().positive().finite().nullable(),
  /**
   * Hash of a saved configuration that this decision is scored under, with that configuration’s own settings; null
   * without one.
   */
  configuration: z.string().nullable(),
});
export type ScoringChoice = z.infer<typeof scoringChoiceSchema>;

/** All that a score depends on besides the model: evidence, one or several questions, and how to score them. */
export const decisionDraftSchema = z.strictObject({
  evidence: evidenceDraftSchema,
  questions: z.array(questionDraftSchema),
  scoring: scoringChoiceSchema,
});
export type DecisionDraft = z.infer<typeof decisionDraftSchema>;

/** A decision in the workspace. Drafts are stored as they are typed; rules are checked when they are scored. */
export const decisionDocumentSchema = z.strictObject({
  format: z.literal(1),
  id: documentIdSchema,
  name: z.string(),
  draft: decisionDraftSchema,
  /** Counts acknowledged changes; a save names the revision it started from. */
  revision: z.number().int().min(1),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
});
export type DecisionDocument = z.infer<typeof decisionDocumentSchema>;

/** One line of `history.jsonl`: the document as it stood at that revision. */
export const decisionVersionSchema = z.strictObject({
  revision: z.number().int().min(1),
  at: z.iso.datetime(),
  name: z.string(),
  /** What a person called this version; null for one that was kept automatically. */
  label: z.string().nullable(),
  draft: decisionDraftSchema,
});
export type DecisionVersion = z.infer<typeof decisionVersionSchema>;

export const decisionSummarySchema = z.strictObject({
  id: documentIdSchema,
  name: z.string(),
  questions: z.number().int(),
  options: z.number().int(),
  changed_at: z.iso.datetime(),
});
export type DecisionSummary = z.infer<typeof decisionSummarySchema>;
