import { basename, dirname, join } from 'node:path';

/** Names as `gguf-split` of llama.cpp writes them. */
const partName = /^(.*)-(\d{5})-of-(\d{5})(\.gguf)$/i;

/** Larger models than any have some dozens of parts; a name can claim 99,999. */
const MAX_PARTS = 1_000;

/** Number of a part and of all parts, from a file's name; null for a file that is no part. */
export function partOfName(name: string): { part: number; parts: number } | null {
  const [, , part, parts] = partName.exec(name) ?? [];
  if (part === undefined || parts === undefined) return null;
  const numbers = { part: Number(part), parts: Number(parts) };
  return numbers.part < 1 || numbers.part > numbers.parts || numbers.parts > MAX_PARTS ? null : numbers;
}

/** The paths of all parts in order when the path is that of a first part; else the path alone. */
export function partPaths(path: string): string[] {
  const name = basename(path);
  const { part, parts } = partOfName(name) ?? { part: 1, parts: 1 };
  const [, stem, , , suffix] = partName.exec(name) ?? [];
  if (part !== 1 || parts === 1 || stem === undefined) return [path];
  const five = (number: number): string => String(number).padStart(5, '0');
  return Array.from({ length: parts }, (_, index) =>
    index === 0 ? path : join(dirname(path), `${stem}-${five(index + 1)}-of-${five(parts)}${suffix}`),
  );
}
