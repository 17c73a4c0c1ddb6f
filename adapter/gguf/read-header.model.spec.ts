import { existsSync } from 'node:fs';
import { gguf } from '@huggingface/gguf';
import { describe, expect, it } from 'vitest';
import smollm2 from '../../fixtures/golden/smollm2-chat-template.json' with { type: 'json' };
import { STARTER_SHA256 } from '../configuration/default-settings.ts';
import { labelTokensOf } from '../prompt/label-vocabulary.ts';
import { chooseSlots } from '../prompt/slots.ts';
import { fileSha256 } from './file-sha256.ts';
import { readHeader } from './read-header.ts';

const STARTER = '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf';

describe.skipIf(!existsSync(STARTER))('the starter model', () => {
  it('has the header that it is known for', async () => {
    const header = await readHeader(STARTER, { withTokens: true });
    expect(header).toMatchObject({
      bytes: 98_362_432,
      architecture: 'llama',
      license: 'apache-2.0',
      vocabularySize: 49_152,
      layers: 30,
      contextLength: 8192,
      recurrent: false,
      slidingWindow: null,
      quantization: 'mostly Q4_1, with Q8_0',
      statedQuantization: 'Q4_1',
      parameterCount: 134_515_008,
    });
    expect(header.chatTemplates).toEqual({ standard: smollm2.template, named: [] });
    expect(header.bosToken?.text).toBe(smollm2.bosToken);
    expect(header.eosToken?.text).toBe(smollm2.eosToken);
    expect(chooseSlots('direct-options-v2', 255, labelTokensOf(header))).toHaveLength(255);
  });

  it('is read as by the reader of Hugging Face', async () => {
    const [ours, theirs] = await Promise.all([
      readHeader(STARTER, { withTokens: true }),
      gguf(STARTER, { allowLocalFile: true, computeParametersCount: true }),
    ]);
    expect(theirs.metadata).toMatchObject({
      'tokenizer.ggml.tokens': ours.tokens,
      'tokenizer.ggml.token_type': ours.tokenTypes,
    });
    expect(theirs.parameterCount).toBe(ours.parameterCount);
  });

  it('has its hash', async () => {
    expect(await fileSha256(STARTER)).toBe(STARTER_SHA256);
  });
});
