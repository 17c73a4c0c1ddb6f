import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { EngineState, ModelEntry } from '../../workbench/contract/models.ts';
import { ModelRow } from './model-row.tsx';
import classes from './models-screen.module.css';

/** Before it is measured; most rows have two lines. */
const ROW_HEIGHT_PX = 74;
/** Rows beside those in sight, so that scrolling by wheel shows no gap. */
const OVERSCAN = 8;

interface Props {
  models: readonly ModelEntry[];
  engine: EngineState | undefined;
  /** What scrolls. */
  page: RefObject<HTMLDivElement | null>;
  onDetails: (path: string) => void;
}

/** The rows in sight: two thousand files are shown as fast as ten. */
export function ModelList({ models, engine, page, onDetails }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list comes and goes.
  useLayoutEffect(() => {
    const now = list.current?.offsetTop ?? 0;
    if (now !== top) setTop(now);
  });
  const virtualizer = useVirtualizer({
    count: models.length,
    getScrollElement: () => page.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (at) => models[at]?.path ?? at,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  return (
    <ul ref={list} className={classes.list} aria-label="Model files" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const model = models[index];
        if (model === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.item}
            aria-setsize={models.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <ModelRow model={model} engine={engine} onDetails={onDetails} />
          </li>
        );
      })}
    </ul>
  );
}
