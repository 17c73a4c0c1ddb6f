import type { TieGroups } from './tie-groups.ts';

/** How confidences are cut into bins: equal width on 0 to 1, or equal mass (as many samples in each). */
export interface Binning {
  kind: 'mass' | 'width';
  bins: number;
}

/** Sums over one bin: samples, their confidences and their outcomes. */
export interface BinSums {
  count: number;
  confidence: number;
  successes: number;
}

/** Which part of which tie group lies in which bin; parallel arrays, ascending in group and bin. */
export interface BinParts {
  group: Int32Array;
  bin: Int32Array;
  /** Samples of the group in the bin. */
  count: Float64Array;
}

/**
 * Cuts tie groups into bins. Equal width: bin min(⌊c·B⌋, B − 1). Equal mass: the ascending confidences are cut into B
 * parts whose sizes differ by at most one, larger first; a tie across a border lies in both bins in part, and gives
 * each the tie's mean outcome, so that the order of the samples cannot matter.
 */
export function binParts(ties: TieGroups, binning: Binning): BinParts {
  return binning.kind === 'width' ? widthParts(ties, binning.bins) : massParts(ties, binning.bins);
}

function widthParts(ties: TieGroups, bins: number): BinParts {
  const groups = ties.scores.length;
  const parts = { group: new Int32Array(groups), bin: new Int32Array(groups), count: new Float64Array(groups) };
  for (let group = 0; group < groups; group++) {
    parts.group[group] = group;
    parts.bin[group] = Math.min(Math.floor((ties.scores[group] ?? 0) * bins), bins - 1);
    parts.count[group] = ties.counts[group] ?? 0;
  }
  return parts;
}

function massParts(ties: TieGroups, bins: number): BinParts {
  // Each border between bins cuts at most one group in two.
  const most = ties.counts.length + bins;
  const group = new Int32Array(most);
  const bin = new Int32Array(most);
  const count = new Float64Array(most);
  const small = Math.floor(ties.n / bins);
  const larger = ties.n % bins;
  let current = 0;
  let room = small + (larger > 0 ? 1 : 0);
  let parts = 0;
  for (let index = 0; index < ties.counts.length; index++) {
    let left = ties.counts[index] ?? 0;
    while (left > 0) {
      while (room === 0) {
        current += 1;
        room = small + (current < larger ? 1 : 0);
      }
      const taken = Math.min(left, room);
      group[parts] = index;
      bin[parts] = current;
      count[parts] = taken;
      parts += 1;
      left -= taken;
      room -= taken;
    }
  }
  return { group: group.subarray(0, parts), bin: bin.subarray(0, parts), count: count.subarray(0, parts) };
}

/** Sums of each bin, empty ones included. */
export function binsOf(ties: TieGroups, binning: Binning): BinSums[] {
  const sums = Array.from({ length: binning.bins }, () => ({ count: 0, confidence: 0, successes: 0 }));
  const parts = binParts(ties, binning);
  for (let part = 0; part < parts.bin.length; part++) {
    const sum = sums[parts.bin[part] ?? 0];
    const group = parts.group[part] ?? 0;
    if (sum === undefined) continue;
    const count = parts.count[part] ?? 0;
    const size = ties.counts[group] ?? 1;
    sum.count += count;
    sum.confidence += count * (ties.scores[group] ?? 0);
    sum.successes += (count * (ties.successes[group] ?? 0)) / size;
  }
  return sums;
}
