/**
 * The largest JSON text that is read, in UTF-8 bytes: eight decisions with a state each far beyond any token budget,
 * and little enough that reading it holds the event loop for some tens of milliseconds only.
 */
export const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** How deep values may nest. No evidence made by people comes near; everything that walks a tree may recurse. */
export const MAX_JSON_DEPTH = 128;
