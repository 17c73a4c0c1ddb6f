import { type ColumnPreview, previewColumns } from '../columns.ts';
import { formatNamed, type RecognisedFormat, recogniseFormats } from '../formats/all-formats.ts';
import type { ColumnMapping } from '../formats/sample-format.ts';
import { createPacer } from '../pacer.ts';
import type { SourceRow } from '../reading/source-row.ts';
import type { Binding } from '../sample-set.ts';
import type { ImportChoices } from './import-choices.ts';
import type { FileDescription } from './import-report.ts';
import { type ImportSource, type OpenedSource, openSource } from './open-source.ts';
import { bindingOf, tuneShareOf } from './own-document.ts';

/** What the mapping step shows before anything is read by it. */
export interface ImportPreview {
  file: FileDescription;
  /** The formats that the first rows fit, the likeliest first. */
  formats: RecognisedFormat[];
  /** The one that is used: the chosen one, else the likeliest. */
  format: RecognisedFormat;
  columns: ColumnPreview[];
  /** The chosen mapping, else the proposed one. */
  mapping: ColumnMapping;
  /** What our own JSON export says that its samples are bound to. */
  binding: Binding | null;
  /** And which share of them is for tuning. */
  tune_share: number | null;
}

/** Rows that are looked at to recognise a format and to show columns. */
export const PREVIEW_ROWS = 200;

/**
 * Looks at the first rows of a file. Nothing is stored.
 * @throws Fault INVALID_REQUEST when the file cannot be read at all; CANCELLED
 */
export async function previewImport(
  source: ImportSource,
  choices: ImportChoices,
  signal?: AbortSignal,
): Promise<ImportPreview> {
  const opened = await openSource(source, choices, createPacer(signal));
  return describeSource(opened, choices);
}

/** The same for a source that is open already. */
export async function describeSource(opened: OpenedSource, choices: ImportChoices): Promise<ImportPreview> {
  const rows: SourceRow[] = [];
  for await (const items of opened.items()) {
    for (const item of items) if (item.kind === 'row') rows.push(item.row);
    if (rows.length >= PREVIEW_ROWS) break;
  }
  const first = rows.slice(0, PREVIEW_ROWS);
  const formats = recogniseFormats(first);
  const chosen = choices.format === null ? formats[0] : formats.find(({ name }) => name === choices.format);
  const format = chosen ?? nameChosen(choices.format ?? 'table');
  const { propose, flatten } = formatNamed(format.name);
  return {
    file: opened.file,
    formats,
    format,
    columns: previewColumns(flatten === undefined ? first : first.map(flatten)),
    mapping: choices.columns ?? propose(first),
    binding: bindingOf(opened.surroundings),
    tune_share: tuneShareOf(opened.surroundings),
  };
}

function nameChosen(name: RecognisedFormat['name']): RecognisedFormat {
  return { name, title: formatNamed(name).title, why: 'it was chosen' };
}
