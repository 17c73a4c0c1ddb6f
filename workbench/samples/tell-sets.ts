import type { SampleSetSummary } from '../contract/samples.ts';
import type { SampleStore } from './store/sample-store.ts';
import type { SetViews } from './view/set-views.ts';

/** Summaries are told at most this often: labelling goes faster than a list is read. */
const INTERVAL_MS = 250;

/** Tells the summaries of all sets after changes. Returns the end of it. */
export function tellSets(
  store: SampleStore,
  views: SetViews,
  publish: (sets: SampleSetSummary[]) => void,
  onFault: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | null = null;
  let working = false;
  let ended = false;

  async function tell(): Promise<void> {
    timer = null;
    working = true;
    try {
      const sets = await views.summaries();
      if (!ended) publish(sets);
    } catch (error) {
      onFault(error);
    } finally {
      working = false;
    }
  }

  function soon(): void {
    if (ended || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      if (working) soon();
      else void tell();
    }, INTERVAL_MS);
  }

  const unsubscribe = store.onChange(soon);
  return () => {
    ended = true;
    if (timer !== null) clearTimeout(timer);
    unsubscribe();
  };
}
