import type { ImportChoices } from '../../../workbench/samples/importing/import-choices.ts';

type Encoding = NonNullable<ImportChoices['encoding']>;
type Separator = NonNullable<ImportChoices['separator']>;

export const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];
export const encodingWords: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252',
};

export const separators: readonly Separator[] = [',', ';', '\t', '|'];
export const separatorWords: Record<Separator, string> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Vertical bars',
};
