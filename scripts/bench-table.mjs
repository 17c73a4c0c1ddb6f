/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {number} value
 * @property {string} unit
 * @property {number} [limit] the largest value that is good enough; without one the figure is only reported
 */

/**
 * @param {Figure[]} figures
 * @returns {{ lines: string[], missed: number }} a table for people, and how many are over their limit
 */
export function writeFigures(figures) {
  const rows = figures.map((figure) => [
    figure.name,
    format(figure.value),
    figure.unit,
    figure.limit === undefined ? '' : `≤ ${format(figure.limit)}`,
    verdict(figure),
  ]);
  const table = [['figure', 'value', 'unit', 'limit', 'verdict'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  // Numbers to the right, words to the left.
  const lines = table.map((row) =>
    row
      .map((cell, i) => (i === 1 || i === 3 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return { lines, missed: figures.filter((figure) => verdict(figure) === 'missed').length };
}

/** @param {Figure} figure */
function verdict({ value, limit }) {
  if (limit === undefined) return Number.isFinite(value) ? 'reported' : 'missed';
  return value <= limit ? 'held' : 'missed';
}

/** @param {number} value */
function format(value) {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 1000 ? value.toFixed(0) : Number(value.toPrecision(4)).toString();
}
