import { Button, Drawer, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { countOf } from '../charts/format-number.ts';
import { type ListedRow, RowEntry } from './row-entry.tsx';
import classes from './rows-panel.module.css';

/** Rows behind a number. */
export interface RowList {
  title: string;
  rows: readonly ListedRow[];
}

/** Entries that are drawn at once; more come on request. */
const PAGE = 100;

const RowsContext = createContext<((list: RowList) => void) | null>(null);

/** Gives the screens inside it a panel that shows the rows behind a number. */
export function RowsPanel({
  setId,
  hueOf,
  children,
}: {
  setId: string;
  hueOf: (option: string) => number;
  children: ReactNode;
}) {
  const [list, setList] = useState<RowList | null>(null);
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const open = useCallback((next: RowList) => {
    setList(next);
    setShown(PAGE);
    setOpened(true);
  }, []);
  return (
    <RowsContext value={open}>
      {children}
      <Drawer
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size="lg"
        title={
          list === null
            ? ''
            : `${list.title}: ${countOf(new Set(list.rows.map(({ sample }) => sample.id)).size, 'sample')}`
        }
      >
        {list?.rows.length === 0 && (
          <Text size="sm" c="dimmed">
            No sample is among them.
          </Text>
        )}
        <ul className={classes.list}>
          {list?.rows.slice(0, shown).map((row) => (
            <RowEntry key={`${row.sample.id} ${row.by ?? ''}`} row={row} setId={setId} hueOf={hueOf} />
          ))}
        </ul>
        {list !== null && list.rows.length > shown && (
          <Button variant="default" size="xs" mt="sm" onClick={() => setShown(shown + PAGE)}>
            Show {Math.min(PAGE, list.rows.length - shown)} more of {list.rows.length - shown}
          </Button>
        )}
      </Drawer>
    </RowsContext>
  );
}

/** Opens the rows behind a number. */
export function useRowsPanel(): (list: RowList) => void {
  const open = useContext(RowsContext);
  if (open === null) throw new Error('useRowsPanel needs a RowsPanel around it.');
  return open;
}

/** A number that opens its rows. */
export function RowsButton({ list, children, label }: { list: () => RowList; children: ReactNode; label?: string }) {
  const open = useRowsPanel();
  return (
    <button type="button" className={classes.number} aria-label={label} onClick={() => open(list())}>
      {children}
    </button>
  );
}
