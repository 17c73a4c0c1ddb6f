import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { type OwnColumn, ownColumns, PLAIN_FORMAT } from '../formats/workbench-table.ts';
import type { Pacer } from '../pacer.ts';
import type { Sample } from '../sample.ts';
import { sampleCells } from './write-text-formats.ts';

// What one row group holds at most, in rows and in characters of evidence. Encoding a group is one step that nothing
// interrupts, some 15 ms at this size; and the footer, written in one step too, grows with the number of groups.
const GROUP_ROWS = 2_000;
const GROUP_LENGTH = 512 * 1024;

/** The columns of our own tables as a Parquet file: texts all, `disputed` a boolean. */
export async function writeParquet(samples: Iterable<Sample>, pace: Pacer): Promise<Uint8Array> {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: columnsOf([]) }),
    statistics: false,
  });
  let group: Sample[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    await parquet.write({ columnData: columnsOf(group), rowGroupSize: group.length });
    group = [];
    length = 0;
    await pace();
  };
  for (const sample of samples) {
    group.push(sample);
    length += sample.evidence.text.length;
    if (group.length >= GROUP_ROWS || length >= GROUP_LENGTH) await flush();
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
      return {
        name,
        type: 'BOOLEAN' as const,
        nullable: false,
        offsetIndex: false,
        data: samples.map(({ disputed }) => disputed),
      };
    }
    return text(
      name,
      rows.map((row) => row[name]),
    );
  });
}

function text(name: string, data: string[]) {
  return { name, type: 'STRING' as const, nullable: false, offsetIndex: false, data };
}
