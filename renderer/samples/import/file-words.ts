import type { Separator } from '../../../workbench/samples/reading/separators.ts';
import type { TextEncoding } from '../../../workbench/samples/reading/text-encodings.ts';

export const encodingWords: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252',
};

export const separatorWords: Record<Separator, string> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Vertical bars',
};
