/**
 * The largest file that is imported, in bytes. It is held in memory while it is read; 100,000 rows of a page each fit.
 */
export const MAX_IMPORT_BYTES = 256 * 1024 * 1024;

/**
 * The largest JSON document (one that is no JSONL): it has to be one string, and making that is a single step that
 * holds the event loop for some 20 ms at this size.
 */
export const MAX_JSON_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** The largest YAML file: its parser takes the whole text in one step, some 40 ms at this size. */
export const MAX_YAML_BYTES = 96 * 1024;

/** One record of a table, in characters: more means that a quote was never closed. Twice the largest evidence. */
export const MAX_RECORD_LENGTH = 4_000_000;

/** Columns of a table: wider ones are matrices, and no form shows them. */
export const MAX_COLUMNS = 1_000;

/**
 * What an office file may unpack to, in bytes and as a multiple of its size: real sheets reach 20 to 1, made-up ones
 * 1,000 to 1.
 */
export const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** Characters of a text that are handed on at a time: a millisecond's work. */
export const TEXT_PIECE_BYTES = 64 * 1024;
