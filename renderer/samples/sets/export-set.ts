import type { z } from 'zod';
import type { exportFormatSchema, SampleSetSummary } from '../../../workbench/contract/samples.ts';
import type { WorkbenchClient } from '../../app/connection/workbench-client.ts';
import { notifyDone } from '../../app/notify.tsx';
import { saveFile } from '../../app/save-file.ts';

export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** What each format is good for. */
export const exportWords: Record<ExportFormat, { name: string; about: string }> = {
  csv: { name: 'CSV', about: 'for spreadsheets; no cell can start a formula' },
  json: { name: 'JSON', about: 'with the question and its options' },
  jsonl: { name: 'JSONL', about: 'one sample a line' },
  parquet: { name: 'Parquet', about: 'for data tools' },
  jevl: { name: 'JEVL', about: 'for evaluation tools' },
};

/** Writes a set as a file and hands it to the person. */
export async function exportSet(
  client: WorkbenchClient,
  { set }: SampleSetSummary,
  format: ExportFormat,
): Promise<void> {
  const file = await client.samples.export({ id: set.id, format });
  saveFile(file, file.name);
  notifyDone(`${file.name} is written.`);
}
