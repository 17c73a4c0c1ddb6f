import { MAX_DECISIONS } from '../decision/decision-limits.ts';

/** Tokens of one decision, and of one request. Never above the model's context. */
export interface TokenBudget {
  one: number;
  request: number;
}

/** What the server refuses. */
export interface ServerLimits {
  bodyBytes: number;
  /** Decisions of one request. */
  decisions: number;
  decisionTokens: TokenBudget;
  /** The same for System One questions. */
  questionTokens: TokenBudget;
  /** Requests that may wait while another is scored. */
  queue: number;
  /** Seconds after which a request's work ends between two chunks; null for no end. */
  seconds: number | null;
}

export interface ServerSettings {
  /** Address to listen on. */
  host: string;
  /** 0 takes any free one. */
  port: number;
  /** The bearer key that callers must send; null for none. */
  apiKey: string | null;
  /** Whether request bodies go to the log: for debugging alone. */
  logEvidence: boolean;
  limits: ServerLimits;
}

/** As published; a queue of 0 means that whoever comes while another is scored is told at once to try again. */
export const defaultLimits: ServerLimits = {
  bodyBytes: 256 * 1024,
  decisions: MAX_DECISIONS,
  decisionTokens: { one: 4096, request: 8192 },
  questionTokens: { one: 8192, request: 16_384 },
  queue: 0,
  // the platform stops waiting at 60 s
  seconds: 55,
};

/** Context of the engine unless told: the largest decision that a request may ask for. */
export const defaultContextTokens = 8192;
export const defaultPort = 8080;
