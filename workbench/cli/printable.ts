// Control characters, and those that turn the direction of what follows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text from a file, fit to be written into a line of a terminal: a name may hold commands to the terminal, which
 * would write over other lines or worse. What cannot be shown becomes its picture (`␛`) or a box.
 */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '�';
  });
}
