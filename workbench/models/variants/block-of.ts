import { tensorTypes } from '../../../adapter/gguf/tensor-types.ts';

const byName = new Map([...tensorTypes].map(([code, type]) => [type.name, { code, ...type }]));

/** Number and block size of a tensor type. */
export function blockOf(name: string): { code: number; elements: number; bytes: number } {
  const type = byName.get(name);
  if (type === undefined) throw new TypeError(`${name} is no tensor type`);
  return type;
}
