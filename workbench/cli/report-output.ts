import type { ComparisonReport } from '../reports/comparison-report.ts';
import { mixedTables } from '../reports/mixed-words.ts';
import { remarksOf, tableWords } from '../reports/report-words.ts';
import { reportForms, writeReportAs } from '../reports/write-report-as.ts';
import { textTable } from './text-table.ts';

export const reportFormats = ['table', ...reportForms] as const;
export type ReportFormat = (typeof reportFormats)[number];

const byEnding: Readonly<Record<string, ReportFormat>> = {
  json: 'json',
  md: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  html: 'html',
  htm: 'html',
};

/** The form that was asked for, else the one that the file's name ends in, else the table. */
export function chooseReportFormat(options: { format?: ReportFormat; json?: true; output?: string }): ReportFormat {
  if (options.format !== undefined) return options.format;
  if (options.json) return 'json';
  return byEnding[options.output?.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'table';
}

export function writeReport(report: ComparisonReport, format: ReportFormat): string {
  if (format !== 'table') return writeReportAs(report, format);
  const lines = remarksOf(report).map((remark) => `${remark}\n`);
  const tables = mixedTables(report).map(
    ({ title, note, head, rows }) => `\n${title}\n${note}\n\n${textTable([head, ...rows])}`,
  );
  const { head: names, rows: configurations } = tableWords(report);
  return `${textTable([names, ...configurations])}\n${lines.join('')}${tables.join('')}`;
}
