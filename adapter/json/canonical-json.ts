import { hasLoneSurrogate } from './lone-surrogate.ts';

/** What JSON can carry, as JavaScript holds it. Members that are undefined are left out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/**
 * RFC 8785 (JSON Canonicalization Scheme): no white space, keys sorted by UTF-16 code units, numbers and strings as
 * ECMAScript writes them. Equal values give equal bytes, so its UTF-8 can be hashed.
 * @throws RangeError for numbers that are not finite and strings that are not well-formed, which the scheme forbids
 */
export function writeCanonicalJson(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`${value} has no canonical JSON`);
    return JSON.stringify(value);
  }
  if (typeof value === 'string') return writeString(value);
  if (isArray(value)) return `[${value.map(writeCanonicalJson).join(',')}]`;
  const members: string[] = [];
  // The default order of sort is that of UTF-16 code units, which is what section 3.2.3 asks for.
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined) members.push(`${writeString(key)}:${writeCanonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function writeString(text: string): string {
  if (hasLoneSurrogate(text)) throw new RangeError('A string with a lone surrogate has no canonical JSON');
  return JSON.stringify(text);
}
