/**
 * Whether a string holds half of a surrogate pair: text that no UTF-8 can carry, so no hash and no tokenizer either.
 */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
