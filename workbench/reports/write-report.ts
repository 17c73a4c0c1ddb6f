import type { ComparisonReport } from './comparison-report.ts';
import { mixedRecord, mixedTables } from './mixed-words.ts';
import { type Cell, reportTable } from './report-table.ts';
import { provenanceOf, remarksOf, tableWords } from './report-words.ts';

/** Everything as JSON: figures unrounded, settings, facts of each configuration, and each sample's first choices. */
export function writeJsonReport(report: ComparisonReport): string {
  const { about, settings, n, options, resampled, left, goodEnough, configurations, rows } = report;
  const table = reportTable(report);
  const document = {
    about,
    settings: { ...settings, resampled },
    n,
    options,
    left_out: left,
    good_enough: goodEnough,
    remarks: remarksOf(report),
    configurations: configurations.map(({ compared, differences, mixed, temperatures }, index) => ({
      ...table[index],
      ...mixedRecord(mixed, temperatures),
      facts: compared.facts,
      records: compared.records,
      differences,
    })),
    rows,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The table with unrounded numbers; what a repetition needs stands in each line. */
export function writeCsvReport(report: ComparisonReport): string {
  const shared = Object.fromEntries(provenanceOf(report).filter(([name]) => name !== 'samples'));
  const lines: Record<string, Cell>[] = reportTable(report).map((line, index) => ({
    ...line,
    ...report.configurations[index]?.compared.facts,
    ...report.configurations[index]?.compared.records,
    ...shared,
  }));
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const rows = [columns, ...lines.map((line) => columns.map((column) => line[column] ?? ''))];
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Quoted where needed; a text that starts like a formula gets an apostrophe, so that no spreadsheet runs it. */
function csvCell(value: Cell): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function writeMarkdownReport(report: ComparisonReport): string {
  const row = (cells: readonly string[]): string => `| ${cells.map(markdownCell).join(' | ')} |`;
  const { head, rows } = tableWords(report);
  return [
    `# Comparison on ${report.about.sample_set ?? 'predictions'}`,
    '',
    row(head),
    row(head.map(() => '---')),
    ...rows.map(row),
    '',
    ...remarksOf(report).map((remark) => `- ${remark}`),
    ...mixedTables(report).flatMap(({ title, note, head: names, rows: lines }) => [
      '',
      `## ${markdownCell(title)}`,
      '',
      note,
      '',
      row(names),
      row(names.map(() => '---')),
      ...lines.map(row),
    ]),
    '',
    '## To repeat it',
    '',
    ...provenanceOf(report).map(([name, value]) => `- ${name}: ${value}`),
    ...report.configurations.flatMap(({ compared }) => [
      '',
      `### ${compared.name}`,
      '',
      ...Object.entries({ ...compared.facts, ...compared.records }).map(
        ([name, value]) => `- ${name}: ${value ?? 'not known'}`,
      ),
    ]),
    '',
  ].join('\n');
}

function markdownCell(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');
}
