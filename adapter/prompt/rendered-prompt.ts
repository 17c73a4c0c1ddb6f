export type PromptVersion = 'direct-options-v1' | 'direct-options-v2' | 'question-first-v1' | 'plain-text-v1';

/**
 * A prompt as text, in the pieces it was made of. Only `template` pieces may hold special tokens; `content` is the
 * user's and stays plain text whatever it says.
 */
export interface RenderedPrompt {
  /** The version that the result reports (direct-options-v2 with at most 16 options renders and reports v1). */
  version: PromptVersion;
  /** The whole prompt: the pieces' texts joined. */
  text: string;
  /** SHA-256 of `text` in UTF-8, lower-case hexadecimal. */
  sha256: string;
  pieces: { text: string; origin: 'template' | 'content' }[];
  /**
   * Offset into `text`, in UTF-16 code units, where the part ends that several questions on one evidence share: the
   * end of the evidence; with question-first-v1 the end of the options.
   */
  sharedEnd: number;
  /** The user message alone (with plain-text-v1 the same as `text`). */
  userText: string;
}
