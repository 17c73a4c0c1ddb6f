import type { RunSummary } from '../../../workbench/contract/runs.ts';
import type { Baselines, Classification } from '../../../workbench/statistics/classification.ts';
import { MIN_CASES_FOR_A_RATE } from '../../../workbench/statistics/proportions.ts';
import { countOf, formatInterval, formatShare } from '../../charts/format-number.ts';
import type { JoinedRun } from '../../runs/join-run.ts';

/** Something that must be known before the figures are read. */
export interface Note {
  key: string;
  serious: boolean;
  text: string;
}

/** What these figures are of, and what they are not of. */
export function notesOf({ run, scored, failed }: RunSummary, joined: JoinedRun): Note[] {
  const notes: Note[] = [];
  const n = joined.judged.length;
  const done = scored + failed;
  const partial = `The figures are of the ${countOf(n, 'labelled sample')} among the ${done} of ${run.samples} that were scored`;
  if (run.state === 'queued' || run.state === 'running') {
    notes.push({ key: 'state', serious: false, text: `${partial} so far, and will change.` });
  } else if (run.state === 'paused') {
    notes.push({ key: 'state', serious: false, text: `${partial} before the pause.` });
  } else if (run.state === 'cancelled') {
    const words = `This run was cancelled. ${partial}, and say nothing of the other ${run.samples - done}.`;
    notes.push({ key: 'state', serious: true, text: words });
  } else if (run.state === 'failed') {
    notes.push({ key: 'state', serious: true, text: `This run stopped with a fault. ${partial} before it.` });
  }
  if (joined.failed.length > 0) {
    const all = n + joined.failed.length;
    const right = joined.judged.filter((judged) => judged.right).length;
    notes.push({
      key: 'failed',
      serious: true,
      text: `${countOf(joined.failed.length, 'sample')} failed and ${are(joined.failed.length)} in no figure. Counted as wrong, ${right} of ${all} would be right.`,
    });
  }
  if (joined.unlabelled.length > 0) {
    notes.push({
      key: 'unlabelled',
      serious: false,
      text: `${countOf(joined.unlabelled.length, 'scored sample')} ${have(joined.unlabelled.length)} no label and ${are(joined.unlabelled.length)} in no figure but those of time.`,
    });
  }
  if (joined.unfit.length > 0) {
    notes.push({
      key: 'unfit',
      serious: true,
      text: `${countOf(joined.unfit.length, 'sample')} ${joined.unfit.length === 1 ? 'does' : 'do'} not fit the options and ${are(joined.unfit.length)} left out.`,
    });
  }
  const [only, ...others] = new Set(joined.judged.map(({ label }) => label));
  if (n > 0 && only !== undefined && others.length === 0 && !joined.mixed) {
    notes.push({
      key: 'one-class',
      serious: true,
      text: `All ${countOf(n, 'label')} are ${only}: a model that always answers ${only} would be right every time, so these samples cannot show whether options are told apart.`,
    });
  }
  return notes;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

function have(count: number): string {
  return count === 1 ? 'has' : 'have';
}

/**
 * The accuracy in words, against what is had without a model.
 *
 * @param chance accuracy of guessing, for a mixed set the mean over its samples
 */
export function headlineOf(
  { n, accuracy }: Pick<Classification, 'n' | 'accuracy'>,
  { majority }: Pick<Baselines, 'majority'>,
  chance: number,
): string {
  if (n === 0) return 'No labelled sample is scored yet, so nothing can be said about how often this is right.';
  const counts = `Right on ${accuracy.successes} of ${n}`;
  if (n < MIN_CASES_FOR_A_RATE) {
    return `${counts}. That is too few for a rate: anything from ${formatShare(accuracy.low)} to ${formatShare(accuracy.high)} may be true.`;
  }
  const rate = `${counts}: accuracy ${formatShare(accuracy.rate)}, 95 % interval ${formatInterval(accuracy)}.`;
  const guess = `guessing ${formatShare(chance)}`;
  if (majority === null) return `${rate} Without a model: ${guess}. ${judge(accuracy, chance, 'guessing')}`;
  const always = `always answering ${majority.option}`;
  const harder =
    majority.share >= chance ? { share: majority.share, name: always } : { share: chance, name: 'guessing' };
  return `${rate} Without a model: ${always} ${formatShare(majority.share)}, ${guess}. ${judge(accuracy, harder.share, harder.name)}`;
}

function judge(interval: { low: number; high: number }, share: number, name: string): string {
  if (interval.low > share) return `It is shown to be better than ${name}.`;
  if (interval.high < share) return `It is shown to be worse than ${name}.`;
  return `It is not shown to be better than ${name}.`;
}
