/** The settings of the container by name; their values are texts of the environment. */
export const settingNames = [
  'DECISION_THREADS',
  'DECISION_GPU_LAYERS',
  'DECISION_CONTEXT',
  'DECISION_MAX_PROMPT_TOKENS',
  'DECISION_MAX_REQUEST_TOKENS',
  'DECISION_MAX_DECISIONS',
  'DECISION_MAX_BODY_BYTES',
  'DECISION_QUEUE',
  'DECISION_PORT',
  'DECISION_MODEL_DIR',
  'DECISION_MODEL_FILE',
  'DECISION_API_KEY',
  'DECISION_SKIP_CHECKSUM',
  'DECISION_LOG_EVIDENCE',
] as const;
export type SettingName = (typeof settingNames)[number];

/** Names of another container of this family, so that its settings can be kept. */
export const aliases: Readonly<Record<string, SettingName>> = {
  SEMIF_MODEL_DIR: 'DECISION_MODEL_DIR',
  SEMIF_GGUF_PATH: 'DECISION_MODEL_FILE',
  SEMIF_THREADS: 'DECISION_THREADS',
  SEMIF_N_GPU_LAYERS: 'DECISION_GPU_LAYERS',
  SEMIF_MAX_TOKENS: 'DECISION_MAX_PROMPT_TOKENS',
  SEMIF_MAX_REQUEST_TOKENS: 'DECISION_MAX_REQUEST_TOKENS',
  SEMIF_MAX_SHARED_DECISIONS: 'DECISION_MAX_DECISIONS',
  SEMIF_MAX_BODY_BYTES: 'DECISION_MAX_BODY_BYTES',
  SEMIF_PORT: 'DECISION_PORT',
};

/** The one whose value means something else: n in flight are one inside and n − 1 that wait. */
export const inFlightAlias = 'SEMIF_MAX_IN_FLIGHT';

// SEMIF_TOKENIZER_SOURCE, SEMIF_TOKENIZER_REVISION and SEMIF_LLAMA_CPP_LIB_DIR are accepted and ignored, as is every
// other name that is not ours: a model file carries its own tokenizer, and the image its own engine.
