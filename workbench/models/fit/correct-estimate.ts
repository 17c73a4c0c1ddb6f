import type { MeasuredLoad } from '../file-index.ts';

/** An estimate that was held against what loading really took. */
export interface CorrectedNeed {
  need: number;
  /** The true need lies within need ± margin, as far as was seen. */
  margin: number;
  /** What the correction stands on; null for the bare estimate. */
  from: 'this file' | 'other files' | null;
  /** Files whose loads it stands on. */
  files: number;
}

/** Share by which the bare estimate may be wrong: on the machines where it was measured it was within 15 %. */
const BARE_MARGIN = 0.15;
/** For the very file, only the context and the settings differ from what was measured. */
const MEASURED_MARGIN = 0.05;
/** One other file proves little about this one. */
const ENOUGH_FILES = 3;
/** A measure that is off by more was taken while other work ran in the process: it teaches nothing. */
const LARGEST_FACTOR = 2;

/**
 * Corrects an estimate by loads that were measured: of the very file by the difference that was seen, which is mostly
 * the vocabulary and does not grow with the context; else by the median ratio of other files.
 * @param estimate bytes by estimateMemory
 * @param kind which of a load's two numbers
 */
export function correctEstimate(
  estimate: number,
  kind: 'memory' | 'gpu',
  own: MeasuredLoad | null,
  others: readonly MeasuredLoad[],
): CorrectedNeed {
  const of = (load: MeasuredLoad) =>
    kind === 'memory'
      ? { measured: load.memory, estimated: load.estimatedMemory }
      : { measured: load.gpu, estimated: load.estimatedGpu };
  const isUseful = (load: MeasuredLoad): boolean => {
    const { measured, estimated } = of(load);
    return measured > 0 && estimated > 0 && ratio(measured, estimated) <= LARGEST_FACTOR;
  };
  if (own !== null && isUseful(own)) {
    const { measured, estimated } = of(own);
    const need = Math.max(0, estimate + measured - estimated);
    return { need, margin: need * MEASURED_MARGIN, from: 'this file', files: 1 };
  }
  const ratios = others.filter(isUseful).map((load) => of(load).measured / of(load).estimated);
  if (ratios.length < ENOUGH_FILES) return { need: estimate, margin: estimate * BARE_MARGIN, from: null, files: 0 };
  ratios.sort((one, other) => one - other);
  const middle = ratios[Math.floor(ratios.length / 2)] ?? 1;
  const spread = Math.max(...ratios.map((each) => Math.abs(each - middle)));
  const need = estimate * middle;
  return { need, margin: estimate * Math.max(MEASURED_MARGIN, spread), from: 'other files', files: ratios.length };
}

function ratio(one: number, other: number): number {
  return Math.max(one / other, other / one);
}
