import { expect, it } from 'vitest';
import type { DecisionResult } from '../../adapter/score/result.ts';
import { drawBars } from './draw-bars.ts';

const result: DecisionResult = {
  id: 'support-route',
  option_ids: ['account_access', 'billing', 'sales'],
  probabilities: [0.71, 0.14, 0.15],
  option_logits: [1, 2, 3],
  answer_token_ids: [1, 2, 3],
  input_tokens: 142,
  allowed_token_mass: null,
  x_allowed_token_mass_bound: null,
  prompt_sha256: 'a',
  prompt_version: 'plain-text-v1',
  readout: 'r',
  x_readout: 'texts',
  probability_status: 'conditional on the listed options; uncalibrated',
  timing: {
    total_seconds: 0.41,
    encode_seconds: 0,
    prefill_seconds: 0,
    suffix_forward_seconds: 0,
    prefix_tokens: 0,
    cache_hit: false,
  },
  model: {
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    sha256: 'b',
    bytes: 1,
    repository: null,
    revision: null,
    architecture: 'llama',
    quantization: 'Q4_1',
    vocab_size: 1,
    gpu_layers: 0,
    threads: 1,
    context_tokens: 1,
    engine: 'e',
    engine_version: '0',
  },
  configuration_sha256: 'c',
};

it('draws the sketch of the product', () => {
  expect(drawBars('Which queue should handle this request?', result)).toBe(`Which queue should handle this request?
  account_access  ████████████████████░░░░░░░░  0.71
  billing         ████░░░░░░░░░░░░░░░░░░░░░░░░  0.14
  sales           ████░░░░░░░░░░░░░░░░░░░░░░░░  0.15
SmolLM2-135M-Instruct.Q4_1.gguf · texts · 142 tokens · 0.41 s · uncalibrated
`);
});

it('warns of a low option mass and of a choice that follows the order', () => {
  const text = drawBars('q', { ...result, allowed_token_mass: 0.07, x_order_flip: true, x_order_spread: 0.4 });
  expect(text).toContain('Option mass 0.07');
  expect(text).toContain('up to 0.40');
  expect(drawBars('q', { ...result, allowed_token_mass: 0.97, x_order_flip: false })).not.toMatch(/mass|order/);
});

it('shortens long ids, and keeps 80 columns', () => {
  const long = drawBars('q', { ...result, option_ids: ['x'.repeat(200), 'b', 'c'] });
  for (const line of long.split('\n').slice(1, 4)) expect(line.length).toBeLessThanOrEqual(80);
  expect(long).toContain('…');
});

it('draws the choice, or the fallback, with its reason', () => {
  const under = {
    ...result,
    x_reason: 'falls back to human: sales has 0.5, below the threshold 0.6',
    x_threshold: 0.6,
  };
  expect(drawBars('q', { ...under, x_choice: 'human', x_abstained: true })).toContain(
    '\nChoice: human (falls back to human: sales has 0.5, below the threshold 0.6)\n',
  );
  expect(drawBars('q', { ...under, x_choice: null, x_abstained: true })).toContain('\nChoice: none (');
  expect(drawBars('q', result)).not.toContain('Choice');
});

it('says calibrated where it is', () => {
  const probability_status = 'conditional on the listed options; calibrated on sample set abc';
  expect(drawBars('q', { ...result, probability_status })).toContain('0.41 s · calibrated\n');
});

it('writes no commands to the terminal, whatever a file says', () => {
  const model = { ...result.model, file: 'a\u001b[2J.gguf' };
  const option_ids = ['a\nb', '\u001b]0;title\u0007', '\u202etxt'];
  const text = drawBars('line\r\u009b2J', { ...result, model, option_ids });
  expect(text).toContain('␛[2J.gguf');
  expect(text.split('\n')).toHaveLength(6);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});
