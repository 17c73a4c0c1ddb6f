import type { RunRow } from '../contract/runs.ts';

/** A run's rows, each sample's once: a row of a sample that was tried again stands where the first one stood. */
export interface RowTable {
  /** In the order in which the samples were first scored. */
  readonly rows: readonly RunRow[];
  readonly scored: number;
  readonly failed: number;
  get(sample: string): RunRow | undefined;
  add(row: RunRow): void;
}

export function createRowTable(lines: readonly RunRow[]): RowTable {
  const rows: RunRow[] = [];
  const places = new Map<string, number>();
  let failed = 0;

  function add(row: RunRow): void {
    const place = places.get(row.sample);
    if (place === undefined) {
      places.set(row.sample, rows.length);
      rows.push(row);
    } else {
      if (rows[place]?.status === 'failed') failed -= 1;
      rows[place] = row;
    }
    if (row.status === 'failed') failed += 1;
  }

  for (const row of lines) add(row);
  return {
    rows,
    get scored() {
      return rows.length - failed;
    },
    get failed() {
      return failed;
    },
    get(sample) {
      const place = places.get(sample);
      return place === undefined ? undefined : rows[place];
    },
    add,
  };
}
