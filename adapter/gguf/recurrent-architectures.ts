// Architectures with a recurrent state in some or all layers, as the engine knows them (llm_arch_is_recurrent and
// llm_arch_is_hybrid of llama.cpp). Those that are not here yet are known by their header fields.
const RECURRENT = new Set([
  'mamba',
  'mamba2',
  'rwkv6',
  'rwkv6qwen2',
  'rwkv7',
  'arwkv7',
  'jamba',
  'falcon-h1',
  'plamo2',
  'granitehybrid',
  'lfm2',
  'lfm2moe',
  'nemotron_h',
  'nemotron_h_moe',
  'qwen3next',
  'qwen35',
  'qwen35moe',
  'kimi-linear',
]);
const RECURRENT_FIELDS = ['ssm.', 'wkv.', 'shortconv.'];

/** Whether a model keeps a recurrent state, which cannot be rolled back token by token as attention can. */
export function isRecurrent(architecture: string, keys: Iterable<string>): boolean {
  if (RECURRENT.has(architecture)) return true;
  for (const key of keys) {
    if (RECURRENT_FIELDS.some((field) => key.startsWith(`${architecture}.${field}`))) return true;
  }
  return false;
}
