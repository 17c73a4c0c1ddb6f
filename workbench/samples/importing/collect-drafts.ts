import type { NoteCode, SampleDraft } from '../formats/sample-draft.ts';
import type { ColumnMapping, SampleFormat } from '../formats/sample-format.ts';
import type { Pacer } from '../pacer.ts';
import { refuseFile } from '../reading/refuse-file.ts';
import type { RemarkCode, RowFault, SourceItems } from '../reading/source-row.ts';
import { MAX_SAMPLES } from '../sample-limits.ts';
import { MAX_LINES } from './import-report.ts';

/** All that the rows of a file say, before it is known what their labels mean. */
export interface CollectedDrafts {
  rows: number;
  blank: number;
  drafts: SampleDraft[];
  faults: RowFault[];
  notes: Map<NoteCode | RemarkCode, { count: number; lines: number[] }>;
}

/**
 * Reads all records of a file by a format and a mapping.
 * @param onRows told the number of rows after each piece
 * @throws Fault INVALID_REQUEST when the file as a whole cannot be read or has too many rows; CANCELLED
 */
export async function collectDrafts(
  items: SourceItems,
  format: SampleFormat,
  columns: ColumnMapping,
  name: string,
  pace: Pacer,
  onRows: (rows: number) => void,
): Promise<CollectedDrafts> {
  const found: CollectedDrafts = { rows: 0, blank: 0, drafts: [], faults: [], notes: new Map() };
  for await (const piece of items) {
    for (const item of piece) {
      if (item.kind === 'blank') found.blank += 1;
      else if (item.kind === 'remark') addNote(found.notes, item.code, item.line);
      else {
        found.rows += 1;
        if (item.kind === 'fault') found.faults.push(item.fault);
        else {
          const result = format.read(item.row, columns);
          found.faults.push(...result.faults);
          for (const note of result.notes) addNote(found.notes, note.code, note.line);
          for (const draft of result.drafts) {
            if (draft.evidence !== null) found.drafts.push(draft);
            else found.faults.push({ line: draft.line, column: null, message: 'The row has no evidence.' });
          }
        }
      }
      await pace();
    }
    if (found.drafts.length > MAX_SAMPLES) {
      throw refuseFile(name, `it has more than ${MAX_SAMPLES} samples.`, 'Import a part of it.');
    }
    onRows(found.rows);
  }
  return found;
}

export function addNote(notes: CollectedDrafts['notes'], code: NoteCode | RemarkCode, line: number): void {
  const note = notes.get(code) ?? { count: 0, lines: [] };
  note.count += 1;
  if (note.lines.length < MAX_LINES) note.lines.push(line);
  notes.set(code, note);
}
