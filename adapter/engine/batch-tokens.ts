/** Tokens that are evaluated at once: 256 to 512 measured best; part of the chunk rule, so never a setting. */
export const batchTokens = 512;
