import type { SampleSetSummary } from '../../contract/samples.ts';
import { createPacer } from '../pacer.ts';
import type { SampleSet } from '../sample-set.ts';
import type { SampleStore } from '../store/sample-store.ts';
import { buildSetView, changeSetView, renameSetView, type SetView } from './set-view.ts';

/** The views of a workspace's sets, each built when it is first asked for. */
export interface SetViews {
  /** @throws Fault NOT_FOUND, FILE_DAMAGED, IO_FAILED */
  get(id: string): Promise<SetView>;
  /** Of all sets that can be read, most recently changed first. */
  summaries(): Promise<SampleSetSummary[]>;
}

export function createSetViews(store: SampleStore, onUnreadable: (error: unknown) => void): SetViews {
  const views = new Map<string, Promise<SetView>>();
  const told = new Set<string>();

  async function build(id: string): Promise<SetView> {
    const { set, samples } = await store.load(id);
    // A copy: the map changes while the view is being built.
    return buildSetView(set, [...samples.values()], createPacer());
  }

  function get(id: string): Promise<SetView> {
    const known = views.get(id);
    if (known !== undefined) return known;
    const view = build(id);
    views.set(id, view);
    view.catch(() => views.delete(id));
    return view;
  }

  /** Puts the view in that follows from the one that is there, once that is built. */
  function follow(id: string, next: (view: SetView) => SetView | null | Promise<SetView | null>): void {
    const known = views.get(id);
    if (known === undefined) return;
    const view = known.then(async (one) => (await next(one)) ?? build(id));
    views.set(id, view);
    view.catch(() => views.delete(id));
  }

  store.onChange((event) => {
    if (event.what === 'samples') {
      const { id, changes } = event;
      follow(id, async (view) => changeSetView(view, changes, (await store.load(id)).samples));
      return;
    }
    const present = new Map(store.list().map((set) => [set.id, set]));
    for (const id of views.keys()) {
      const set = present.get(id);
      if (set === undefined) views.delete(id);
      else {
        follow(id, (view) => {
          if (view.set === set) return view;
          return hasSameShape(view.set, set) ? renameSetView(view, set) : null;
        });
      }
    }
  });

  return {
    get(id) {
      store.get(id);
      return get(id);
    },
    async summaries() {
      const summaries: SampleSetSummary[] = [];
      for (const { id } of store.list()) {
        try {
          summaries.push(await (await get(id)).summary(createPacer()));
        } catch (error) {
          if (!told.has(id)) onUnreadable(error);
          told.add(id);
        }
      }
      return summaries;
    },
  };
}

/** Whether the same parts and hashes follow from the same samples. */
function hasSameShape(a: SampleSet, b: SampleSet): boolean {
  return a.tune_share === b.tune_share && JSON.stringify(a.binding) === JSON.stringify(b.binding);
}
