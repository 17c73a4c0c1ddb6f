import type { ModelEntry } from '../../workbench/contract/models.ts';
import { explainQuantization } from '../../workbench/models/explain-quantization.ts';

export interface ModelFact {
  name: string;
  value: string;
}

const templateWords = {
  none: 'none: letters need a built-in one',
  one: 'in the file',
  several: 'several: one must be chosen for letters',
} as const;

/** What is known of a model file, in words and reading order. */
export function describeHeader({ header, sha256 }: ModelEntry): ModelFact[] {
  const facts: ModelFact[] = [];
  if (header !== null) {
    facts.push({ name: 'Quantisation', value: sayTensors(header) });
    facts.push({ name: 'What that means', value: explainQuantization(header).join(' ') });
    facts.push({ name: 'Architecture', value: sayArchitecture(header) });
    facts.push({
      name: 'Context',
      value: header.context_length === null ? 'not said' : `${header.context_length} tokens`,
    });
    facts.push({ name: 'Licence', value: header.license ?? 'not said' });
    facts.push({ name: 'Chat template', value: templateWords[header.chat_template] });
  }
  facts.push({ name: 'SHA-256', value: sha256 ?? 'computed when it is loaded' });
  return facts;
}

type Header = NonNullable<ModelEntry['header']>;

/** `mostly Q4_1, with Q8_0 (bytes: Q4_1 69 %, Q8_0 31 %)`: judged from the tensors, since a file's name can lie. */
function sayTensors({ quantization, tensor_types }: Header): string {
  const total = tensor_types.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total === 0) return quantization;
  const shares = tensor_types
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ type, bytes }) => `${type} ${percent(bytes / total)}`);
  return `${quantization} (bytes: ${shares.join(', ')})`;
}

function percent(share: number): string {
  const value = share * 100;
  return value < 1 ? 'under 1 %' : `${Math.round(value)} %`;
}

function sayArchitecture({ architecture, parameters, layers, vocab_size }: Header): string {
  const parts = [architecture];
  if (parameters !== null) parts.push(`${sayCount(parameters)} parameters`);
  if (layers !== null) parts.push(`${layers} layers`);
  parts.push(`vocabulary of ${vocab_size}`);
  return parts.join(', ');
}

function sayCount(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} billion`;
  if (count >= 1e6) return `${Math.round(count / 1e6)} million`;
  return String(count);
}
