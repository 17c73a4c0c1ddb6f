import { expect, test } from 'vitest';
import type { ModelEntry } from '../../workbench/contract/models.ts';
import { filterModels } from './filter-models.ts';

const model = (file: string, owner: ModelEntry['owner'], repository: string | null = null): ModelEntry => ({
  ...{ path: `/models/${file}`, file, name: file, owner, repository, revision: null, parts: 1, bytes: 1 },
  ...{ sha256: null, header: null, fault: null, origin: owner === 'app' ? 'downloaded' : 'found', tried: 'unknown' },
});
const models = [
  model('llama3.2-3b-Q4_K_M.gguf', 'ollama'),
  model('Qwen-4B-Q4_K_M.gguf', 'huggingface', 'someone/Qwen-GGUF'),
  model('Grün & Co. #1.gguf', 'app'),
];
const found = (words: string) => filterModels(models, words).map(({ file }) => file);

test('every word must occur somewhere: in the name, the place, the repository or the owner', () => {
  expect(found('')).toHaveLength(3);
  expect(found('q4_k_m')).toHaveLength(2);
  expect(found('Q4 ollama')).toEqual(['llama3.2-3b-Q4_K_M.gguf']);
  expect(found('someone/')).toEqual(['Qwen-4B-Q4_K_M.gguf']);
  expect(found('grün #1')).toEqual(['Grün & Co. #1.gguf']);
  expect(found('downloaded')).toEqual(['Grün & Co. #1.gguf']);
  expect(found('q4 nothing')).toEqual([]);
});
