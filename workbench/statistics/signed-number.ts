/** A number with so many digits after the point, a true minus sign (U+2212), and no negative zero. */
export function signedNumber(value: number, digits: number): string {
  const text = value.toFixed(digits);
  if (Number(text) === 0) return text.replace('-', '');
  return text.replace('-', '−');
}
