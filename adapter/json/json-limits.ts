// Reading a request holds the event loop: these keep it to some tens of milliseconds for what people send, and to some
// hundreds for what only an attacker would. All are far beyond any model's context.

/** The largest JSON text that is read, in UTF-8 bytes: some 500,000 tokens. */
export const MAX_JSON_BYTES = 2 * 1024 * 1024;

/** Values in one text, containers and their contents together. Each costs two tokens or more in a prompt. */
export const MAX_JSON_VALUES = 50_000;

/** How deep values may nest. No evidence made by people comes near; everything that walks a tree may recurse. */
export const MAX_JSON_DEPTH = 128;
