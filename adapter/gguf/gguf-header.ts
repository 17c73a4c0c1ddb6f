/** A special token of the vocabulary. */
export interface SpecialToken {
  id: number;
  text: string;
}

/** What a GGUF file says about itself, read without loading it. */
export interface GgufHeader {
  /** Version of the format: 2 or 3. */
  version: number;
  /** Size of the file in bytes, of a split model that of all parts. */
  bytes: number;
  /** As in `llama` or `gemma3`. */
  architecture: string;
  /** The model's own name; null when it has none. */
  name: string | null;
  /** Licence as the file states it, as in `apache-2.0`; null when it does not. */
  license: string | null;
  /** From the token list or the architecture's own figure; null when the file says neither. */
  vocabularySize: number | null;
  layers: number | null;
  /** Context that the model was trained for, in tokens. */
  contextLength: number | null;
  embeddingLength: number | null;
  attentionHeads: number | null;
  /** Key and value heads; when they differ from layer to layer, of each layer. */
  keyValueHeads: number | number[] | null;
  keyLength: number | null;
  valueLength: number | null;
  feedForwardLength: number | null;
  /** Of models that mix kinds of layers: each so manieth attends to all tokens, the others are recurrent. */
  fullAttentionInterval: number | null;
  /** Numbers that a recurrent layer remembers; null without such layers, or when the file does not say. */
  recurrentState: number | null;
  /** Tokens of a sliding window of attention; null when there is none. */
  slidingWindow: number | null;
  /** Whether any layer keeps a recurrent state (Mamba, RWKV, Qwen3.5…): such a state cannot be rolled back by tokens. */
  recurrent: boolean;
  chatTemplates: {
    /** `tokenizer.chat_template`. */
    standard: string | null;
    /** `tokenizer.chat_template.<name>`. */
    named: { name: string; text: string }[];
  };
  bosToken: SpecialToken | null;
  eosToken: SpecialToken | null;
  /** `tokenizer.ggml.add_bos_token`; null when the file leaves it to the engine. */
  addBos: boolean | null;
  /** `tokenizer.ggml.model`, as in `gpt2` or `llama`. */
  tokenizerModel: string | null;
  /** Rules of a byte-pair tokenizer; 0 of others. */
  mergeCount: number;
  /** The token list, as it stands in the file (of a byte-level tokenizer with its replacement characters). */
  tokens: string[];
  /** Kind of each token (1 normal, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 byte); empty when not stated. */
  tokenTypes: number[];
  tensorCount: number;
  /** Sum of all tensors' elements. */
  parameterCount: number;
  /** How much of the file is of which type, most bytes first. */
  tensorTypes: TensorTypeShare[];
  /** Where the bytes of the tensors lie, for the need of memory. */
  weights: WeightBytes;
  /** The tensors' own types in words, as in `Q4_1` or `mostly Q4_0`: a file's name and its stated type can lie. */
  quantization: string;
  /** `general.file_type` by name; null when not stated or unknown. */
  statedQuantization: string | null;
  /** Part and number of parts of a split model; null for a whole one. */
  split: { part: number; parts: number } | null;
}

export interface TensorTypeShare {
  /** As in `Q4_1` or `F32`; `type <n>` when unknown. */
  type: string;
  tensors: number;
  elements: number;
  /** null when the type is unknown. */
  bytes: number | null;
}

/** Bytes of tensors of known types. */
export interface WeightBytes {
  /** Of all layers (`blk.…`). */
  layers: number;
  /** Of the token embedding, which stays in main memory. */
  embedding: number;
  /** Of the output: 0 where the embedding is used again. */
  output: number;
}
