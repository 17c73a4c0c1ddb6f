/** The encodings that a text is read in. Apart from the decoder, so that an interface can offer them. */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof textEncodings)[number];
