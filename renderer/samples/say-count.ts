/** `1 sample`, `1,204 samples`. */
export function sayCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
