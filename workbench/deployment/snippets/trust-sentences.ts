/** Said wherever somebody begins to rely on an endpoint: at the confirmation, in every snippet, on the page on trust. */
export const trustSentences = [
  'Authorisation and fixed business rules stay outside the model.',
  'A probability is no confidence until it was verified on your labels.',
  'The application applies threshold and fallback.',
] as const;

/** On the standard path there is no probability to apply anything to. */
export const standardSentences = [
  trustSentences[0],
  'This endpoint generates text and gives no option probabilities: check the text against what you allow, and have a fallback.',
] as const;

/** The sentences for what an endpoint answers. */
export function sentencesFor(path: 'decisions' | 'standard'): readonly string[] {
  return path === 'decisions' ? trustSentences : standardSentences;
}
