import { createPacer } from '../../workbench/samples/pacer.ts';
import { buildSetView } from '../../workbench/samples/view/set-view.ts';
import { largeSet, ROWS } from '../stand-ins/large-set.ts';
import { median } from '../stand-ins/median.ts';
import { manySamples } from '../stand-ins/sample-sets.ts';
import { ANSWER_LIMIT_MS, timeQueries } from '../stand-ins/time-queries.ts';

/** Searching, filtering and sorting a large set, without a screen. */
export async function run() {
  const view = await buildSetView(largeSet, manySamples(ROWS), createPacer());
  await timeQueries(view, 1);
  const times = await timeQueries(view, 7);
  const value = Math.max(...times.map(median));
  return [{ name: `slowest kind of query of ${ROWS} samples`, value, unit: 'ms', limit: ANSWER_LIMIT_MS }];
}
