/** Bytes of an answer: one decision with 255 options and its three orders has some 100 KB. */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** An endpoint ends its work after 55 s and the platform after 60; its answer needs its way back. */
export const ANSWER_MS = 70_000;
/** While a server is busy a sample waits so long; then the run ends and can be resumed. */
export const BUSY_MS = 120_000;
/** First pause before a busy server is asked again; each next is twice as long, at most the longest. */
export const FIRST_PAUSE_MS = 250;
export const LONGEST_PAUSE_MS = 8000;
/** Connections that break are tried again so often: networks hiccup, and scoring twice harms nobody. */
export const MAX_BROKEN_TRIES = 3;
/** Answers that cannot be used, one after the other, end a run: the server is not what it was taken for. */
export const MAX_UNUSABLE_IN_A_ROW = 5;
/** Characters of a server's own words in a message of ours. */
export const MAX_SAID = 300;
/** How far probabilities may be from a sum of 1: some servers round to two digits. */
export const MAX_SUM_ERROR = 0.02;
