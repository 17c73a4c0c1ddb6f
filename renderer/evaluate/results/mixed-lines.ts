import type { MixedReport, MixedSummary } from '../../../workbench/statistics/mixed-sets.ts';
import { countOf, formatShare } from '../../charts/format-number.ts';

/** One line of a breakdown. */
export interface MixedLine {
  name: string;
  summary: MixedSummary;
}

/** What a type of question is called. */
export const typeWords: Readonly<Record<string, string>> = {
  choice: 'choice questions',
  'yes-no': 'yes/no questions',
  score: 'score questions',
};

/** All samples, then those of each type of question, then those of each number of options. */
export function mixedLines({ all, byType, byOptionCount }: MixedReport): MixedLine[] {
  return [
    { name: 'all', summary: all },
    ...byType.map(({ type, summary }) => ({ name: typeWords[type] ?? `${type} questions`, summary })),
    ...byOptionCount.map(({ options, summary }) => ({ name: countOf(options, 'option'), summary })),
  ];
}

/** What guessing would reach, and how that is counted where samples differ in their number of options. */
export function chanceWords({ all }: MixedReport): string {
  if (all.chance === null) return 'No labelled sample is scored yet.';
  return `Guessing would be right on ${formatShare(all.chance)} of these samples: the mean of 1/K, where K is how many options each has.`;
}
