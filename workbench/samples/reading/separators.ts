/** What may stand between the cells of a table in a text. */
export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];
