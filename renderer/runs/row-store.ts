import type { RunRow, RunSummary } from '../../workbench/contract/runs.ts';

/** Rows of one call: large enough to be few calls, small enough not to hold a frame up. */
const ROWS_A_CALL = 2000;

/** The rows of one run as far as they are known, by sample. */
export interface KnownRows {
  rows: ReadonlyMap<string, RunRow>;
  /** How many lines were read; the next call starts there. */
  read: number;
  /** The counts of the run that the rows were read for. */
  scored: number;
  failed: number;
}

export const NO_ROWS: KnownRows = { rows: new Map(), read: 0, scored: 0, failed: 0 };

interface RowSource {
  rows: (request: { id: string; from: number; limit: number }) => Promise<{ total: number; rows: RunRow[] }>;
}

/**
 * Reads what came since `known`. A retry may replace rows in place instead of adding later ones; where the counts then
 * disagree with the run's own, everything is read again.
 */
export async function readNewRows(source: RowSource, summary: RunSummary, known: KnownRows): Promise<KnownRows> {
  const added = await readFrom(source, summary, known);
  return known.read === 0 || agrees(added.rows, summary) ? added : readFrom(source, summary, NO_ROWS);
}

async function readFrom(source: RowSource, summary: RunSummary, known: KnownRows): Promise<KnownRows> {
  const { scored, failed } = summary;
  const rows = new Map(known.rows);
  let read = known.read;
  for (;;) {
    const answer = await source.rows({ id: summary.run.id, from: read, limit: ROWS_A_CALL });
    // The last line of a sample counts.
    for (const row of answer.rows) rows.set(row.sample, row);
    read += answer.rows.length;
    if (answer.rows.length === 0 || read >= answer.total) return { rows, read, scored, failed };
  }
}

/** Rows may already be ahead of the summary, but never behind it. */
function agrees(rows: ReadonlyMap<string, RunRow>, { scored, failed }: RunSummary): boolean {
  let right = 0;
  for (const row of rows.values()) if (row.status === 'scored') right += 1;
  return rows.size >= scored + failed && right >= scored;
}
