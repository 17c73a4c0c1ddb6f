import { z } from 'zod';

export const readouts = ['letters', 'texts'] as const;
export const readoutSchema = z.enum(readouts);
export type ReadoutName = z.infer<typeof readoutSchema>;

export const orders = ['as-given', 'both-ways', 'rotations'] as const;
export const orderSchema = z.enum(orders);
export type Order = z.infer<typeof orderSchema>;

export const promptVersions = ['direct-options-v1', 'direct-options-v2', 'question-first-v1', 'plain-text-v1'] as const;
export const promptVersionSchema = z.enum(promptVersions);

export const builtinTemplates = ['chatml', 'gemma', 'llama3', 'mistral'] as const;
export const builtinTemplateSchema = z.enum(builtinTemplates);
export type BuiltinTemplateName = z.infer<typeof builtinTemplateSchema>;

/** `file` is the model's own template; `builtin:<name>` one of ours, chosen by a person. */
export const templateSourceSchema = z.union([
  z.literal('file'),
  z.templateLiteral(['builtin:', builtinTemplateSchema]),
]);
export type TemplateSource = z.infer<typeof templateSourceSchema>;

export const modes = ['reproducible', 'fast'] as const;
export const modeSchema = z.enum(modes);
export type Mode = z.infer<typeof modeSchema>;

/** What a person chooses for one score; the rest of the configuration follows from the model and the engine. */
export const scoringSettingsSchema = z.strictObject({
  readout: readoutSchema,
  /** The prompt of the letters readout; the texts readout always uses plain-text-v1. */
  prompt_version: promptVersionSchema,
  template: templateSourceSchema,
  order: orderSchema,
  /** Divides the logits before the softmax; positive. 1 for letters and 2 for texts until one is fitted. */
  temperature: z.number().positive().finite(),
});
export type ScoringSettings = z.infer<typeof scoringSettingsSchema>;
