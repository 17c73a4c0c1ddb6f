import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { type OwnColumn, ownColumns, PLAIN_FORMAT } from '../formats/workbench-table.ts';
import type { Pacer } from '../pacer.ts';
import type { Sample } from '../sample.ts';
import { sampleCells } from './write-text-formats.ts';

// Rows of one group: encoding a group is one step that nothing interrupts, and it holds the event loop for some
// milliseconds at this size.
const ROWS_A_GROUP = 1_000;

/** The columns of our own tables as a Parquet file: texts all, `disputed` a boolean. */
export async function writeParquet(samples: Iterable<Sample>, pace: Pacer): Promise<Uint8Array> {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData: columnsOf([]) }) });
  let group: Sample[] = [];
  const flush = async (): Promise<void> => {
    await parquet.write({ columnData: columnsOf(group), rowGroupSize: ROWS_A_GROUP });
    group = [];
    await pace();
  };
  for (const sample of samples) {
    group.push(sample);
    if (group.length >= ROWS_A_GROUP) await flush();
  }
  if (group.length > 0) await flush();
  await parquet.finish();
  return writer.getBytes();
}

function columnsOf(samples: readonly Sample[]) {
  const rows = samples.map(sampleCells);
  return ownColumns.map((name: OwnColumn) => {
    if (name === 'sample_format')
      return text(
        name,
        rows.map(() => PLAIN_FORMAT),
      );
    if (name === 'disputed') {
      return { name, type: 'BOOLEAN' as const, nullable: false, data: samples.map(({ disputed }) => disputed) };
    }
    return text(
      name,
      rows.map((row) => row[name]),
    );
  });
}

function text(name: string, data: string[]) {
  return { name, type: 'STRING' as const, nullable: false, data };
}
