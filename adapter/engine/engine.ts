import type { EngineReport } from '../score/scorer.ts';

/**
 * Checkpoints that an engine keeps at once; the oldest goes first. Only prefix states at our own borders are worth one,
 * and a path has two of them.
 */
export const maxCheckpoints = 8;

/** The number of a token in the model's vocabulary. */
export type Token = number;

/** The model's vocabulary as the scorer needs it; nothing here evaluates. */
export interface Vocabulary {
  readonly size: number;
  /** The beginning-of-sequence token, when the model has one. */
  readonly bos: Token | null;
  /** Whether the model file asks for a BOS before every text. */
  readonly addBos: boolean;
  /**
   * Text to tokens, synchronously: about 5,000 characters a millisecond.
   * @param parseSpecial whether text such as `<|im_end|>` becomes the control token of that name
   */
  tokenise(text: string, parseSpecial: boolean): Token[];
  /** The token's own text; of a control token, its name. */
  text(token: Token): string;
  /** Control tokens and the unknown token: those that only special-token parsing gives. */
  isControl(token: Token): boolean;
  /** Tokens that end a generation; the engine does not let them be biased. */
  endsGeneration(token: Token): boolean;
  /** Whether the tokeniser drops the white space left or right of this special token. */
  strips(token: Token): { left: boolean; right: boolean };
  /** Every token once, in order of its number. */
  all(): Iterable<Token>;
}

/** The likeliest token after a position and its exact probability under the whole vocabulary. */
export interface Greedy {
  token: Token;
  probability: number;
}

/**
 * A token whose logit is replaced by a constant, so that the others can be told absolutely. With `certifyAtMost` the
 * constant appears only if the token's true logit is at most that; else the read is void and has to be repeated.
 */
export interface Reference {
  token: Token;
  /** The logit that the token appears with. */
  level: number;
  /** A ceiling of the token's true logit, or null for none. */
  certifyAtMost: number | null;
}

/** What to read after one position: the softmax over the largest logits, after some were lifted. */
export interface LargestRequest {
  /** How many entries. */
  count: number;
  /** Tokens whose logit is raised by `lift` before the largest are taken. */
  lifted: readonly Token[];
  lift: number;
  reference: Reference | null;
}

/** Probabilities over exactly the entries returned, in single precision, largest first. */
export type Shares = ReadonlyMap<Token, number>;

/**
 * One loaded model with one sequence. Nothing of it may be called while another call runs. The state is a list of
 * evaluated tokens; `keep` shortens it and the other calls extend it.
 */
export interface Engine {
  readonly report: EngineReport;
  readonly vocabulary: Vocabulary;
  /** Tokens that the sequence can hold. */
  readonly capacity: number;
  /** Tokens that are evaluated at once. */
  readonly batchTokens: number;
  /** Whether a shorter state can only be reached through a checkpoint (recurrent layers). */
  readonly needsCheckpoints: boolean;
  /** Lines of level error or worse that the engine wrote lately, for fault messages. */
  recentErrors(): string[];
  /** Forgets all tokens after the first `length`. With `needsCheckpoints` there must be a checkpoint at `length`. */
  keep(length: number): Promise<void>;
  clear(): Promise<void>;
  /** Remembers the state as it is now, when the model needs that for reuse; at most `maxCheckpoints` at once. */
  checkpoint(): Promise<void>;
  evaluate(tokens: readonly Token[]): Promise<void>;
  /** Evaluates the tokens and reads after each. */
  readGreedy(tokens: readonly Token[]): Promise<Greedy[]>;
  /** Evaluates the tokens and reads after each; as many requests as tokens. */
  readLargest(tokens: readonly Token[], requests: readonly LargestRequest[]): Promise<Shares[]>;
  /** Sequence, context, model, engine: in that order. */
  dispose(): Promise<void>;
}
