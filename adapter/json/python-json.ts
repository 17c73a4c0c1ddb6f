import type { JsonNode } from './json-node.ts';

/**
 * A value as Python's `json.dumps(value, ensure_ascii=False)` writes what `json.loads` read: separators `", "` and
 * `": "`, members in their order, integers with all digits, other numbers as `repr(float)`. The prompts are made of it.
 * The node must come from parseJson: strings well-formed, numbers within a double, depth limited.
 */
export function writePythonJson(node: JsonNode): string {
  switch (node.kind) {
    // JavaScript escapes exactly what Python does, in the same way, when the string is well-formed.
    case 'string':
      return JSON.stringify(node.value);
    case 'number':
      return writePythonNumber(node.text);
    case 'boolean':
      return node.value ? 'true' : 'false';
    case 'null':
      return 'null';
    case 'array':
      return `[${node.items.map(writePythonJson).join(', ')}]`;
    case 'object': {
      const members = node.members.map(({ key, value }) => `${JSON.stringify(key)}: ${writePythonJson(value)}`);
      return `{${members.join(', ')}}`;
    }
  }
}

/** The number of a JSON text as Python writes it: `1e5` is `100000.0`, `1e16` is `1e+16`, `-0` is `0`. */
export function writePythonNumber(text: string): string {
  if (/^-?\d+$/.test(text)) return text === '-0' ? '0' : text;
  return writePythonFloat(Number(text));
}

// repr(float) leaves the exponent out for 1e-4 <= |x| < 1e16 (float_repr_style "short", Python 3.1 and later).
const LOWEST_PLAIN_EXPONENT = -4;
const LOWEST_WRITTEN_EXPONENT = 16;

/** `repr` of a finite double. Both languages write the shortest digits that read back; only their layout differs. */
function writePythonFloat(value: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '0', power = '0'] = Math.abs(value).toExponential().split('e');
  const exponent = Number(power);
  const digits = mantissa.replace('.', '');
  if (exponent < LOWEST_PLAIN_EXPONENT || exponent >= LOWEST_WRITTEN_EXPONENT) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const written = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${written}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}
