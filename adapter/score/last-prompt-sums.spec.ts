import { expect, test } from 'vitest';
import type { EncodedPrompt } from './encode-decision.ts';
import { createLastPromptSums } from './last-prompt-sums.ts';

function promptOf(sha256: string, borders: number[]): EncodedPrompt {
  const version = 'plain-text-v1';
  const prompt = {
    version,
    text: '',
    sha256,
    pieces: [],
    sharedEnd: 0,
    userText: '',
  } satisfies EncodedPrompt['prompt'];
  return { prompt, tokens: [1, 2, 3], path: { tokens: [1, 2], borders }, last: 3, shared: 0 };
}

test('another prompt, or other borders of the same one, begin anew', () => {
  const last = createLastPromptSums();
  last.of(promptOf('a', [1, 2])).set('7', -1);
  expect(last.of(promptOf('a', [1, 2])).get('7')).toBe(-1);
  expect(last.of(promptOf('a', [2])).get('7')).toBeUndefined();
  expect(last.of(promptOf('a', [1, 2])).get('7')).toBeUndefined();
  last.of(promptOf('a', [1, 2])).set('7', -1);
  expect(last.of(promptOf('b', [1, 2])).get('7')).toBeUndefined();
});
