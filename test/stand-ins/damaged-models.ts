import { readFileSync } from 'node:fs';

export interface DamagedModel {
  name: string;
  bytes: Buffer;
}

type Damage = (whole: Buffer) => Buffer;

/** Where the parts of a GGUF file's beginning lie: magic, version, number of tensors, number of metadata entries. */
const magicAt = 0;
const versionAt = 4;
const tensorCountAt = 8;
const entryCountAt = 16;
const firstKeyAt = 24;

const cut =
  (length: (whole: Buffer) => number): Damage =>
  (whole) =>
    whole.subarray(0, length(whole));

const change =
  (edit: (copy: Buffer) => void): Damage =>
  (whole) => {
    const copy = Buffer.from(whole);
    edit(copy);
    return copy;
  };

const uint64 = (at: number, value: bigint) => change((copy) => void copy.writeBigUInt64LE(value, at));
const uint32 = (at: number, value: number) => change((copy) => void copy.writeUInt32LE(value, at));
const magic = (text: string) => change((copy) => void copy.write(text, magicAt, 'latin1'));

/** Sets a metadata value of type uint32, which follows its key and the code of its type. */
const entry = (key: string, value: number) => change((copy) => void copy.writeUInt32LE(value, after(copy, key) + 4));

/** Changes what follows a tensor's name: number of dimensions (4 bytes), dimensions (8 each), type (4), offset (8). */
const tensor = (name: string, edit: (copy: Buffer, at: number) => void) =>
  change((copy) => edit(copy, after(copy, name)));

function after(bytes: Buffer, name: string): number {
  const at = bytes.indexOf(name);
  if (at < 0) throw new Error(`The model has no ${name}`);
  return at + name.length;
}

/** Flips bits before the tensors' data, where the file's structure is; the same seed gives the same bits. */
const flip = (seed: number, flips: number) =>
  change((copy) => {
    const end = after(copy, 'output_norm.weight');
    let state = seed;
    for (let count = 0; count < flips; count += 1) {
      // Numerical Recipes' linear congruential generator.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const bit = state >>> 29;
      const at = Math.floor((state / 2 ** 32) * end);
      copy[at] = (copy[at] ?? 0) ^ (1 << bit);
    }
  });

const damages: Record<string, Damage> = {
  'truncated: empty': cut(() => 0),
  'truncated: in the magic': cut(() => 3),
  'truncated: after the version': cut(() => 8),
  'truncated: before the first key': cut(() => firstKeyAt),
  'truncated: in the first key': cut(() => firstKeyAt + 12),
  'truncated: in the token list': cut((whole) => after(whole, 'tokenizer.ggml.tokens') + 200),
  'truncated: in the tensors’ names': cut((whole) => after(whole, 'output_norm.weight')),
  'truncated: before the tensors’ data': cut((whole) => after(whole, 'output_norm.weight') + 64),
  'truncated: half': cut((whole) => Math.floor(whole.length / 2)),
  'truncated: the last kilobyte': cut((whole) => whole.length - 1024),
  'wrong magic: GGML': magic('GGML'),
  'wrong magic: a zip file': magic('PK\x03\x04'),
  'wrong magic: backwards': magic('FUGG'),
  'wrong magic: zeros': change((copy) => void copy.fill(0, 0, 64)),
  'wrong version: 0': uint32(versionAt, 0),
  'wrong version: 99': uint32(versionAt, 99),
  'wrong version: big-endian': uint32(versionAt, 0x03000000),
  'absurd: 2^62 tensors': uint64(tensorCountAt, 1n << 62n),
  'absurd: 2^31 tensors': uint64(tensorCountAt, 1n << 31n),
  'absurd: no tensors': uint64(tensorCountAt, 0n),
  'absurd: 2^62 entries': uint64(entryCountAt, 1n << 62n),
  'absurd: one entry more': change((copy) =>
    copy.writeBigUInt64LE(copy.readBigUInt64LE(entryCountAt) + 1n, entryCountAt),
  ),
  'absurd: no entries': uint64(entryCountAt, 0n),
  'absurd: a key of 2^40 bytes': uint64(firstKeyAt, 1n << 40n),
  'absurd: 2^31 dimensions': tensor('token_embd.weight', (copy, at) => copy.writeUInt32LE(2 ** 31, at)),
  'absurd: a dimension of 2^62': tensor('token_embd.weight', (copy, at) => copy.writeBigUInt64LE(1n << 62n, at + 4)),
  'absurd: a dimension of 0': tensor('token_embd.weight', (copy, at) => copy.writeBigUInt64LE(0n, at + 4)),
  'absurd: a type that does not exist': tensor('token_embd.weight', (copy, at) => copy.writeUInt32LE(200, at + 20)),
  'absurd: data beyond the end': tensor('token_embd.weight', (copy, at) => copy.writeBigUInt64LE(1n << 40n, at + 24)),
  'absurd: a million layers': entry('llama.block_count', 1_000_000),
  'absurd: no attention heads': entry('llama.attention.head_count', 0),
  'absurd: an embedding of 7': entry('llama.embedding_length', 7),
  'bits flipped: 40 of the structure, 1': flip(1, 40),
  'bits flipped: 40 of the structure, 2': flip(2, 40),
  'bits flipped: 40 of the structure, 3': flip(3, 40),
  'bits flipped: 400 of the structure, 4': flip(4, 400),
  'bits flipped: 400 of the structure, 5': flip(5, 400),
  'bits flipped: 400 of the structure, 6': flip(6, 400),
  'bits flipped: 4000 of the structure, 7': flip(7, 4000),
  'bits flipped: 4000 of the structure, 8': flip(8, 4000),
};

/** Forty ways in which a model file is broken, made from a sound one (of the llama architecture). */
export function damagedModels(soundPath: string): DamagedModel[] {
  const whole = readFileSync(soundPath);
  return Object.entries(damages).map(([name, damage]) => ({ name, bytes: damage(whole) }));
}

/** As many files as asked for, each with a few bits, a length or its end changed; the same every time. */
export function mutatedModels(soundPath: string, count: number): DamagedModel[] {
  const whole = readFileSync(soundPath);
  const structure = after(whole, 'output_norm.weight');
  return Array.from({ length: count }, (_, index) => {
    const seed = index * 7919 + 17;
    const at = Math.floor((((Math.imul(seed, 2_654_435_761) >>> 0) / 2 ** 32) * structure) / 4) * 4;
    switch (index % 5) {
      case 0:
        return { name: `${index}: six bits`, bytes: flip(seed, 6)(whole) };
      case 1:
        return { name: `${index}: twelve bits`, bytes: flip(seed, 12)(whole) };
      case 2:
        return { name: `${index}: sixty bits`, bytes: flip(seed, 60)(whole) };
      case 3:
        return { name: `${index}: a length of 2^31 at ${at}`, bytes: uint32(at, 2 ** 31)(whole) };
      default:
        return { name: `${index}: cut at ${at * 3}`, bytes: cut(() => at * 3)(whole) };
    }
  });
}
