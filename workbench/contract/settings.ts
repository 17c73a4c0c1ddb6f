import { z } from 'zod';
import { modeSchema } from '../../adapter/configuration/scoring-settings.ts';

export const engineSettingsSchema = z.strictObject({
  gpuLayers: z.union([z.literal('auto'), z.number().int().min(0).max(1000)]),
  threads: z.number().int().min(1).max(1024).nullable(),
  contextTokens: z.number().int().min(256).max(1_048_576),
  mode: modeSchema,
});

/** Long enough for a meeting; shorter only costs loads. */
export const IDLE_MINUTES = 60;

/** `settings.json` of the workspace. */
export const settingsSchema = z.strictObject({
  format: z.literal(1),
  engine: engineSettingsSchema,
  /** Token budget of one decision; a decision above it is refused with both numbers. */
  max_prompt_tokens: z.number().int().min(64).max(1_048_576),
  color_scheme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['standard', 'high']),
  /** Absolute path of the model that was loaded last; loaded again at start. */
  last_model: z.string().nullable(),
  last_decision: z.string().nullable(),
  /** Absolute paths of GGUF files and of folders with such files that the user added; used in place. */
  model_places: z.array(z.string()),
  /** Minutes without a score after which the model is unloaded; null never does. Absent: `IDLE_MINUTES`. */
  idle_minutes: z.number().int().min(1).max(1440).nullable().optional(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsPatchSchema = settingsSchema.omit({ format: true }).partial();
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
