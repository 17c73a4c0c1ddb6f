import type { EvaluationSample, Run, RunRow } from '../contract/runs.ts';
import type { SampleQuestion } from '../samples/sample.ts';

/** A run as a configuration is fitted or judged on it. */
export interface RunReading {
  run: Run;
  /** The wording that was scored: the run's own, else its set's. Null where each row brought its own question. */
  question: SampleQuestion | null;
  /** The last row of each sample. */
  rows: RunRow[];
  /** Samples of its set, with labels and parts as they are now. */
  samples: EvaluationSample[];
  /** Hash of the set as it is now: the labels that are used. */
  set_sha256: string;
}

/** Where runs are read from. */
export interface RunReader {
  /** @throws Fault NOT_FOUND (the run, or its set), FILE_DAMAGED, IO_FAILED */
  read(runId: string): Promise<RunReading>;
}
