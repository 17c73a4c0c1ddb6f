import { useMemo } from 'react';
import type { FitAnswer } from '../../workbench/contract/configurations.ts';
import { type Predictions, selectRows } from '../../workbench/statistics/predictions.ts';
import { rescale } from '../../workbench/statistics/rescale.ts';
import type { JoinedRun, JudgedSample } from '../runs/join-run.ts';

/** A part of the samples with its probabilities as the configuration would give them. */
export interface CalibratedPart {
  predictions: Predictions;
  /** As the run gave them. */
  before: Predictions;
  judged: JudgedSample[];
}

/** The run's predictions under the temperature and the prior that were kept, by part. */
export function useCalibrated(
  joined: JoinedRun,
  answer: FitAnswer | undefined,
  ownTemperature: number,
): { tune: CalibratedPart; test: CalibratedPart } {
  const decision = answer?.configuration.decisions[0];
  const temperature = decision?.temperature ?? ownTemperature;
  const prior = JSON.stringify(decision?.prior ?? null);
  return useMemo(() => {
    const biases: Record<string, number> | null = JSON.parse(prior);
    const { predictions, judged } = joined;
    const changed = temperature !== ownTemperature || biases !== null;
    const after = changed
      ? rescale(
          predictions,
          temperature / ownTemperature,
          predictions.options.map((option) => biases?.[option] ?? 0),
        )
      : predictions;
    const part = (which: 'tune' | 'test'): CalibratedPart => {
      const rows = judged.flatMap(({ sample }, row) => (sample.part === which ? [row] : []));
      return {
        predictions: selectRows(after, rows),
        before: selectRows(predictions, rows),
        judged: rows.flatMap((row) => {
          const sample = judged[row];
          return sample === undefined ? [] : changed ? recalibrated(sample, after, row) : sample;
        }),
      };
    };
    return { tune: part('tune'), test: part('test') };
  }, [joined, temperature, prior, ownTemperature]);
}

/** The sample as the corrected probabilities have it; a prior may change its first choice. */
function recalibrated(sample: JudgedSample, after: Predictions, row: number): JudgedSample {
  const width = after.options.length;
  const probabilities = [...after.probabilities.subarray(row * width, (row + 1) * width)];
  const confidence = probabilities.reduce((most, p) => Math.max(most, p), 0);
  const choice = sample.options[probabilities.indexOf(confidence)] ?? sample.choice;
  return { ...sample, probabilities, confidence, choice, right: choice === sample.label };
}
