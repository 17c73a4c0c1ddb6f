import type { ModelHeader } from '../contract/models.ts';

/** Bits that each weight takes, scales included, and what that costs, by tensor type. */
const kinds: Readonly<Record<string, string>> = {
  F32: 'full precision',
  F16: 'half precision, without a loss that shows',
  BF16: 'half precision, without a loss that shows',
  Q8_0: '8 bits a weight: results hardly differ from half precision',
  Q6_K: '6 bits a weight: a small loss',
  Q5_0: '5 bits a weight: a small loss',
  Q5_1: '5 bits a weight: a small loss',
  Q5_K: '5 bits a weight: a small loss',
  Q4_0: '4 bits a weight, one scale for 32: a loss that small models show',
  Q4_1: '4 bits a weight, scale and offset for 32: a loss that small models show',
  Q4_K: '4 bits a weight: a loss that small models show',
  IQ4_NL: '4 bits a weight: a loss that small models show',
  IQ4_XS: '4 bits a weight: a loss that small models show',
  Q3_K: '3 bits a weight: a loss to measure before use',
  Q2_K: '2 bits a weight: a large loss',
};

/** Below this share of the weights' bytes a type says nothing about the file: norms and biases. */
const MENTIONED_SHARE = 0.02;

/**
 * What the histogram of a file's tensor types means, in sentences: which precision most of its weights have, what else
 * there is, and that the file's name is no proof.
 */
export function explainQuantization({ tensor_types }: Pick<ModelHeader, 'tensor_types'>): string[] {
  const total = tensor_types.reduce((sum, { bytes }) => sum + bytes, 0);
  const shares = tensor_types
    .map(({ type, bytes }) => ({ type, share: total === 0 ? 0 : bytes / total }))
    .filter(({ share }) => share >= MENTIONED_SHARE)
    .sort((one, other) => other.share - one.share);
  const [main, ...others] = shares;
  if (main === undefined) return [];
  const kind = kinds[main.type];
  const sentences = [
    others.length === 0
      ? `Practically all of it is ${main.type}${kind === undefined ? '' : `, ${kind}`}.`
      : `${percent(main.share)} of the bytes are ${main.type}${kind === undefined ? '' : `, ${kind}`}.`,
  ];
  if (others.length > 0) {
    const rest = others.map(({ type, share }) => `${percent(share)} ${type}`).join(', ');
    sentences.push(`The rest is ${rest}: a part that is stored finer or coarser than the name of the file may say.`);
  }
  return sentences;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
