import type { SampleEvidence } from '../../../workbench/samples/sample.ts';

/** Characters of an excerpt: more is never seen on one line. */
const EXCERPT_LENGTH = 300;
/** JSON above this is shown as it is stored: it would be parsed for each row in view. */
const MAX_PARSED = 20_000;

/** The beginning of the evidence for a table: of JSON its values without keys and braces. */
export function excerptOf({ format, text }: SampleEvidence): string {
  if (format === 'text' || text.length > MAX_PARSED) return text.slice(0, EXCERPT_LENGTH);
  const values: string[] = [];
  try {
    // Only looked at: what is stored keeps its digits.
    collectValues(JSON.parse(text), values);
  } catch {
    return text.slice(0, EXCERPT_LENGTH);
  }
  return values.join(' · ').slice(0, EXCERPT_LENGTH);
}

function collectValues(value: unknown, into: string[]): void {
  if (Array.isArray(value)) for (const item of value) collectValues(item, into);
  else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) collectValues(item, into);
  } else if (value !== '') into.push(String(value));
}
