import type { ComparisonReport } from './comparison-report.ts';
import { writeHtmlReport } from './write-html-report.ts';
import { writeCsvReport, writeJsonReport, writeMarkdownReport } from './write-report.ts';

/** The forms of a report as a file. */
export const reportForms = ['json', 'markdown', 'csv', 'html'] as const;
export type ReportForm = (typeof reportForms)[number];

const writers: Readonly<Record<ReportForm, (report: ComparisonReport) => string>> = {
  json: writeJsonReport,
  markdown: writeMarkdownReport,
  csv: writeCsvReport,
  html: writeHtmlReport,
};

export function writeReportAs(report: ComparisonReport, form: ReportForm): string {
  return writers[form](report);
}
