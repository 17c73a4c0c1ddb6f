import type { Compared } from '../../workbench/reports/compared.ts';
import {
  type ComparisonReport,
  comparisonReport,
  type ReportSettings,
} from '../../workbench/reports/comparison-report.ts';
import { type ReportForm, writeReportAs } from '../../workbench/reports/write-report-as.ts';
import { type NullBand, nullBand } from '../../workbench/statistics/calibration.ts';
import type { ComparisonOptions } from '../../workbench/statistics/paired-comparison.ts';
import { confidences, type Predictions } from '../../workbench/statistics/predictions.ts';
import {
  type Candidate,
  compareWithBaseline,
  type SeveralComparisons,
} from '../../workbench/statistics/several-comparisons.ts';
import {
  type PartedRow,
  type TypeTemperature,
  temperatureByType,
} from '../../workbench/statistics/temperature-by-type.ts';

/** What takes longer than a frame; every field survives a structured clone. */
export type StatisticsRequest =
  | { kind: 'null-band'; predictions: Predictions; seed: number }
  | {
      kind: 'report';
      given: Compared[];
      about: ComparisonReport['about'];
      baseline: string;
      settings: Partial<ReportSettings>;
      form: ReportForm;
    }
  | { kind: 'temperature-by-type'; rows: PartedRow[]; seed: number }
  | { kind: 'compare'; baseline: Predictions; candidates: Candidate[]; options: ComparisonOptions };

export interface ComparisonAnswer {
  comparisons: SeveralComparisons;
  /** Of the baseline, then of each candidate. */
  bands: (NullBand | null)[];
}

export interface StatisticsAnswers {
  'null-band': NullBand | null;
  /** The report’s text. */
  report: string;
  'temperature-by-type': TypeTemperature[];
  compare: ComparisonAnswer;
}

export type StatisticsAnswer = StatisticsAnswers[StatisticsRequest['kind']];

/** Computes the answer to one request; runs in the worker. */
export function answerStatistics(request: StatisticsRequest): StatisticsAnswer {
  switch (request.kind) {
    case 'null-band':
      return nullBand(confidences(request.predictions), { seed: request.seed });
    case 'temperature-by-type':
      return temperatureByType(request.rows, { seed: request.seed });
    case 'report': {
      const { given, form, ...options } = request;
      return writeReportAs(comparisonReport(given, options), form);
    }
    case 'compare': {
      const { baseline, candidates, options } = request;
      return {
        comparisons: compareWithBaseline(baseline, candidates, options),
        bands: [baseline, ...candidates.map(({ predictions }) => predictions)].map((predictions) =>
          nullBand(confidences(predictions), { seed: options.seed }),
        ),
      };
    }
  }
}
