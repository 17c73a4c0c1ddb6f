import type { Decision } from '../../../adapter/decision/decision.ts';

/** A text that a caller of an endpoint can take and run as it is. */
export interface Snippet {
  kind: 'curl' | 'python' | 'javascript' | 'request-schema' | 'answer-schema' | 'caller-policy';
  title: string;
  /** What it is called when it is saved. */
  file_name: string;
  language: 'sh' | 'python' | 'javascript' | 'json';
  /** What it needs to run and what to know of it, in sentences. */
  about: string;
  text: string;
}

/** What snippets are written for. */
export interface SnippetTarget {
  endpoint_name: string;
  /** As the service says it: it writes names in lower case there, and policies compare letter by letter. */
  endpoint_arn: string;
  region: string;
  asks: SnippetQuestion;
}

/** What the snippet sends: a decision with the rule of the application, or a chat message on the standard path. */
export type SnippetQuestion =
  | {
      path: 'decisions';
      decision: Decision;
      /** What the application does with the answer; nulls where nothing was chosen yet. */
      threshold: number | null;
      fallback: string | null;
    }
  | { path: 'standard'; message: string };
