import { Fault } from '../../adapter/fault.ts';
import type { ImportReport } from '../samples/importing/import-report.ts';
import type { ImportOptions } from './import-options.ts';
import { findSet } from './read-run.ts';
import { type ReadSamples, readSamples } from './read-samples.ts';
import type { Terminal } from './terminal.ts';
import { type WorkbenchClient, withWorkbench } from './with-workbench.ts';
import { writeOutputFile } from './write-output.ts';

export interface ImportCommandOptions extends ImportOptions {
  set: string;
  workspace?: string;
  dryRun?: true;
  json?: true;
}

/**
 * `import FILE --set NAME`: reads a file, reports on every row and stores the set, or nothing while anything is unclear.
 * @throws Fault INVALID_REQUEST with lines and options; CONFLICT when the set exists
 */
export async function importCommand(terminal: Terminal, file: string, options: ImportCommandOptions): Promise<void> {
  const { report, binding, samples } = await readSamples(terminal, file, options);
  if (options.dryRun) return terminal.out(options.json ? toJson({ report, set: null }) : describeReport(report, null));
  await withWorkbench(terminal, options.workspace, async (client) => {
    const taken = (await client.samples.list()).some(({ set }) => set.name === options.set);
    if (taken) {
      const message = `There is a set “${options.set}” already.`;
      throw new Fault('INVALID_REQUEST', message, 'Choose another name.', { fields: [{ path: '--set', message }] });
    }
    const set = await storeSamples(client, { name: options.set, report, binding, samples });
    terminal.out(options.json ? toJson({ report, set }) : describeReport(report, options.set));
  });
}

/** Edits that one call takes. */
const AT_ONCE = 1000;

/** A new set with its samples. */
export async function storeSamples(
  client: WorkbenchClient,
  { name, report: { tune_share }, binding, samples }: ReadSamples & { name: string },
) {
  const share = tune_share === null ? {} : { tune_share };
  const { set } = await client.samples.create({ name, binding, ...share });
  for (let from = 0; from < samples.length; from += AT_ONCE) {
    const edits = samples.slice(from, from + AT_ONCE).map((sample) => ({ edit: 'add' as const, sample }));
    await client.samples.edit({ id: set.id, edits });
  }
  return findSet(client, set.id);
}

export const exportFormats = ['csv', 'json', 'jsonl', 'parquet', 'jevl'] as const;

export interface ExportOptions {
  format?: (typeof exportFormats)[number];
  workspace?: string;
}

/**
 * `export SET [FILE]`: the set as a file, in the format of the name's ending unless another is named.
 * @throws Fault INVALID_REQUEST, IO_FAILED
 */
export async function exportCommand(
  terminal: Terminal,
  named: string,
  file: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const ending = file?.split('.').at(-1)?.toLowerCase();
  const format = options.format ?? exportFormats.find((one) => one === ending);
  const toScreen = file === undefined || file === '-';
  if (format === undefined || (toScreen && format === 'parquet')) {
    const message = format === undefined ? 'The format is not clear.' : 'Parquet is no text.';
    const limit = format === undefined ? exportFormats.join(', ') : 'a file to write to';
    throw new Fault('INVALID_REQUEST', message, 'Name a format, or a file that ends in one.', {
      fields: [{ path: format === undefined ? '--format' : 'FILE', message, limit }],
    });
  }
  await withWorkbench(terminal, options.workspace, async (client) => {
    const { set } = await findSet(client, named);
    const exported = await client.samples.export({ id: set.id, format });
    if (toScreen) terminal.out(await exported.text());
    else await writeOutputFile(terminal, file, new Uint8Array(await exported.arrayBuffer()));
  });
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function describeReport(report: ImportReport, set: string | null): string {
  const { file, format, classes, reading, notes, faults, duplicates } = report;
  const lines = [
    `${file.name}: ${format.title}, as ${format.why}`,
    `  rows read      ${report.rows_read}`,
    `  samples        ${report.used}: ${report.labelled} labelled, ${report.unlabelled} not, ${report.disputed} disputed`,
    `  duplicates     ${duplicates.count}, equal evidence ${report.equal_evidence}`,
    `  left out       ${faults.count}${faults.count === 0 ? '' : `: line ${faults.first.map(({ line }) => line).join(', ')}`}`,
    `  labels         ${classes.map(({ option, count }) => `${option} ${count}`).join(', ')}`,
  ];
  if (reading !== null) {
    lines.push(
      `  labels are     ${reading.name} (${reading.fits} of ${reading.total}${reading.guessed ? ', guessed' : ''})`,
    );
  }
  for (const { text, count } of notes) lines.push(`  ${count} × ${text}`);
  lines.push(set === null ? 'Nothing was stored.' : `Stored as “${set}”.`);
  return `${lines.join('\n')}\n`;
}
