import type { DecisionResult } from '../../score/result.ts';

/** What a request cost as a whole. */
export interface RequestTiming {
  /** From the end of the request's body to its answer. */
  total_seconds: number;
  /** Of these, spent behind other requests. */
  wait_seconds: number;
}

/** The JSON text of an answer: `{"result": …}` for one decision, `{"results": […], "timing": …}` for a list. */
export function writeResults(results: readonly DecisionResult[], isList: boolean, timing: RequestTiming): string {
  return JSON.stringify(isList ? { results, timing } : { result: results[0] });
}
