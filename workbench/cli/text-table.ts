/**
 * Rows as aligned columns, two spaces between them; the first row is the heading. Columns whose cells below it are all
 * numbers (or empty, or –) stand to the right.
 */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  const toTheRight = widths.map((_, column) => rows.slice(1).every((row) => isNumber(row[column] ?? '')));
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        toTheRight[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      );
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function isNumber(cell: string): boolean {
  return cell === '' || cell === '–' || /^[+−-]?[\d.,]+( %)?$/.test(cell);
}
