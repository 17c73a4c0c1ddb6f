/** Fewer than two options is no choice. */
export const MIN_OPTIONS = 2;
/** As many as have been shown to get one slot each in one prompt evaluation. */
export const MAX_OPTIONS = 255;
export const YES_NO_OPTIONS = 2;
/** Levels of a score: more than ten are told apart neither by people nor by models. */
export const MAX_LEVELS = 10;

/** Ids are names, not texts. In UTF-16 code units, as all lengths here. */
export const MAX_ID_LENGTH = 200;
export const MAX_QUESTION_LENGTH = 20_000;
/** A description is some sentences; longer material is evidence. */
export const MAX_DESCRIPTION_LENGTH = 20_000;
/**
 * The evidence, an object or array counted as it is written into the prompt. Far beyond any context (some 250,000
 * tokens); what the model can take is decided in tokens, later.
 */
export const MAX_STATE_LENGTH = 1_000_000;

/** Decisions of one request: as many questions as a person puts side by side on one evidence. */
export const MAX_DECISIONS = 8;
/** Faults that are listed before the rest is only counted: nobody reads more. */
export const MAX_FAULTS = 100;
