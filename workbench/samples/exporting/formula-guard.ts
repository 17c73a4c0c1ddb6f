// What makes a spreadsheet program take a cell for a formula (OWASP, CSV injection), the full-width forms too, with
// white space or control characters before it; a cell that begins with the guard itself is guarded as well, so that
// taking one off always gives the cell back.
const STARTS_FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]|^[\s\p{Cc}\p{Cf}]*'/u;

/** The cell with an apostrophe before it when a spreadsheet could take it for a formula. */
export function guardFormula(cell: string): string {
  return STARTS_FORMULA.test(cell) ? `'${cell}` : cell;
}

/** The inverse of guardFormula. */
export function stripFormulaGuard(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}
