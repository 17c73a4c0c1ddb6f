import type { ComparisonReport } from './comparison-report.ts';
import { mixedTables } from './mixed-words.ts';
import { provenanceOf, remarksOf, tableWords } from './report-words.ts';

/** More rows would make a page that browsers open slowly; the JSON report has all. */
const MAX_ROWS = 2000;

/**
 * One HTML file that needs nothing else: no script, no fetch, light and dark by the reader's setting. A content security
 * policy says so too, whatever a name or an id in it may contain.
 */
export function writeHtmlReport(report: ComparisonReport): string {
  const title = `Comparison on ${report.about.sample_set ?? 'predictions'}`;
  const differing = report.rows.filter(({ choices }) => new Set(choices.map(({ option }) => option)).size > 1);
  const table = tableWords(report);
  const rows = [...differing, ...report.rows.filter((row) => !differing.includes(row))].slice(0, MAX_ROWS);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${tableOf(table.head, table.rows, 'Configurations, the baseline first; intervals are 95 %')}
${chartOf(report)}
<ul>${remarksOf(report)
    .map((remark) => `<li>${escapeHtml(remark)}</li>`)
    .join('')}</ul>
${mixedTables(report)
  .map(({ title, note, head, rows: cells }) => `<h2>${escapeHtml(title)}</h2>${tableOf(head, cells, note)}`)
  .join('\n')}
${differencesOf(report)}
<h2>Samples</h2>
<p>${differing.length} of ${report.rows.length} samples get different first choices; they stand first.${
    rows.length < report.rows.length ? ` The first ${rows.length} are shown.` : ''
  }</p>
${tableOf(
  ['sample', 'label', ...report.configurations.map(({ compared }) => compared.name)],
  rows.map(({ id, label, choices }) => [
    id,
    label,
    ...choices.map(({ option, probability }) => `${option === label ? '✓' : '✗'} ${option} ${probability.toFixed(2)}`),
  ]),
  'First choices with their probabilities; ✓ is right',
)}
<h2>To repeat it</h2>
${listOf(provenanceOf(report))}
${report.configurations
  .map(
    ({ compared }) =>
      `<h3>${escapeHtml(compared.name)}</h3>${listOf(
        Object.entries({ ...compared.facts, ...compared.records }).map(([name, value]): [string, string] => [
          name,
          String(value ?? 'not known'),
        ]),
      )}`,
  )
  .join('\n')}
</main>
</body>
</html>
`;
}

/** Accuracies with their intervals, drawn; the table above has the same in numbers. */
function chartOf({ configurations }: ComparisonReport): string {
  const height = 28 * configurations.length + 30;
  const x = (share: number): string => (10 + 580 * share).toFixed(1);
  const scale = [0, 0.5, 1].map(
    (share) =>
      `<line class="scale" x1="${x(share)}" x2="${x(share)}" y1="0" y2="${height - 16}"/><text x="${x(share)}" y="${height - 3}" text-anchor="${share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}">${share}</text>`,
  );
  const lines = configurations.map(({ compared, figures: { accuracy } }, index) => {
    const y = 28 * index + 18;
    const point = accuracy.rate === null ? '' : `<circle cx="${x(accuracy.rate)}" cy="${y + 6}" r="5"/>`;
    return `<text x="10" y="${y - 4}">${escapeHtml(compared.name)}</text><line x1="${x(accuracy.low)}" x2="${x(accuracy.high)}" y1="${y + 6}" y2="${y + 6}"/>${point}`;
  });
  return `<svg viewBox="0 0 600 ${height}" role="img" aria-label="Accuracy of each configuration with its 95 % interval, from 0 at the left to 1 at the right">${scale.join('')}${lines.join('')}</svg>`;
}

function differencesOf({ configurations }: ComparisonReport): string {
  const rows = configurations.flatMap(({ compared, differences }) =>
    differences.map(({ what, baseline, candidate }) => [compared.name, what, baseline, candidate]),
  );
  if (rows.length === 0) return '';
  return `<h2>What differs</h2>${tableOf(['configuration', 'what', 'baseline', 'this one'], rows, 'Every difference to the baseline but the answers')}`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[], caption: string): string {
  const cells = (row: readonly string[], tag: 'th' | 'td'): string =>
    row.map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${escapeHtml(cell)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  return `<div class="wide" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${cells(head, 'th')}</tr></thead><tbody>
${body}
</tbody></table></div>`;
}

function listOf(entries: readonly (readonly [string, string])[]): string {
  return `<dl>${entries.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const STYLE = `
:root { color-scheme: light dark; --text: #1a1b1e; --quiet: #5c5f66; --line: #ced4da; --mark: #1864ab; --page: #ffffff }
@media (prefers-color-scheme: dark) { :root { --text: #e9ecef; --quiet: #a6a7ab; --line: #495057; --mark: #74c0fc; --page: #1a1b1e } }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
caption { text-align: left; color: var(--quiet); padding-bottom: .3rem }
td { overflow-wrap: anywhere }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line) }
svg { width: 100%; max-width: 44rem; fill: var(--text); font-size: 12px }
svg line { stroke: var(--mark); stroke-width: 3 }
svg .scale { stroke: var(--line); stroke-width: 1 }
svg circle { fill: var(--mark) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
`;
