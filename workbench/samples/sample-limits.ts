/**
 * Samples of one set. The table, the statistics and the store are built for 100,000; ten times that still fits into
 * memory, and a larger set is better drawn from than scored.
 */
export const MAX_SAMPLES = 1_000_000;

/** A name a person gives: a set's name, a group. In UTF-16 code units, as all lengths here. */
export const MAX_NAME_LENGTH = 1_000;
/** A note is a remark, not a document. */
export const MAX_NOTE_LENGTH = 20_000;
