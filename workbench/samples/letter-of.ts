/** `A` for 0, `Z` for 25, `AA` for 26, as spreadsheets number columns and people number answers. */
export function letterOf(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? letterOf(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}
