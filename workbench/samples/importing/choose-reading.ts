import type { Pacer } from '../pacer.ts';
import { type LabelledQuestion, type LabelReading, labelReadings, readLabel } from './label-readings.ts';

/** One label of the column, with the options that it may name. */
export interface OpenLabel {
  text: string;
  question: LabelledQuestion;
  /** The option ids are letters that we gave. */
  madeUpIds: boolean;
}

/** How well a reading explains a column. */
export interface ReadingFit {
  reading: LabelReading;
  /** Labels that name an option when they are read so. */
  fits: number;
  /** Options by how often they are named, most frequent first; at most MAX_CLASSES. */
  classes: { option: string; count: number }[];
}

export interface ReadingChoice {
  /** Null when a person must choose among `offered`. */
  reading: LabelReading | null;
  /** All labels of the column. */
  total: number;
  /** The readings that fit at least one label, the best first. */
  offered: ReadingFit[];
}

const MAX_CLASSES = 20;

/**
 * How a column of labels is to be read, judged over the whole column and never for one row: the names of options when
 * these fit; otherwise the only reading that fits every label. Readings that all fit and mean different options (1, 2
 * and 3 of four options: counted from 0 or from 1?) are for a person to choose.
 */
export async function chooseReading(labels: readonly OpenLabel[], pace: Pacer): Promise<ReadingChoice> {
  const counts = new Map<LabelReading, Map<string, number>>();
  const fits = new Map<LabelReading, number>();
  // For each pair of readings, whether they ever name different options.
  const differ = new Set<string>();
  let realIds = false;
  for (const { text, question, madeUpIds } of labels) {
    if (!madeUpIds) realIds = true;
    const named = labelReadings.map((reading) => ({ reading, option: readLabel(text, reading, question) }));
    for (const { reading, option } of named) {
      if (option === null) continue;
      fits.set(reading, (fits.get(reading) ?? 0) + 1);
      const byOption = counts.get(reading) ?? new Map<string, number>();
      byOption.set(option, (byOption.get(option) ?? 0) + 1);
      counts.set(reading, byOption);
      for (const other of named) if (other.option !== option) differ.add(`${reading} ${other.reading}`);
    }
    await pace();
  }
  const offered = [...fits]
    .map(([reading, count]): ReadingFit => ({ reading, fits: count, classes: listClasses(counts.get(reading)) }))
    .sort((a, b) => b.fits - a.fits);
  return { reading: judge(offered, labels.length, realIds, differ), total: labels.length, offered };
}

function judge(
  offered: readonly ReadingFit[],
  total: number,
  realIds: boolean,
  differ: ReadonlySet<string>,
): LabelReading | null {
  const [best, second] = offered;
  if (best === undefined) return 'id';
  const perfect = offered.filter(({ fits }) => fits === total);
  const ids = offered.find(({ reading }) => reading === 'id');
  if (realIds && ids !== undefined && (ids.fits === total || perfect.length === 0)) return 'id';
  const [first] = perfect;
  if (first !== undefined) {
    // Names that fit a part while something else fits everything: nobody but a person knows.
    if (realIds && ids !== undefined) return null;
    return perfect.every(({ reading }) => !differ.has(`${first.reading} ${reading}`)) ? first.reading : null;
  }
  // Nothing explains every label. One that explains most of them and no other does as well is taken; the labels that it
  // leaves are then no option, and the report says so.
  const isClear = best.fits * 2 > total && best.fits > (second?.fits ?? 0);
  return isClear ? best.reading : null;
}

function listClasses(counts: ReadonlyMap<string, number> | undefined): ReadingFit['classes'] {
  return [...(counts ?? [])]
    .map(([option, count]) => ({ option, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_CLASSES);
}
