import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import { notifyError } from '../../app/notify.tsx';
import type { SetEdits } from '../edit/use-set-edits.ts';
import { findRow } from '../rows/find-row.ts';
import type { Rows } from '../rows/use-rows.ts';
import type { LabelCommand } from './label-keys.ts';
import type { PaneRefs, SamplePatch } from './sample-pane.tsx';

interface Parts {
  rows: Rows;
  edits: SetEdits;
  row: SampleRow | undefined;
  selected: number;
  select: (index: number) => void;
  options: readonly { id: string }[];
  refs: PaneRefs;
  /** Shows the unlabelled samples, the most uncertain first; true when they were shown already. */
  showUncertain: () => boolean;
  /** The place of a sample in what is loaded of the list. */
  placeOf: (sampleId: string) => number | null;
  search: RefObject<HTMLInputElement | null>;
}

/** Labelling: what keys and buttons do to the sample on screen, and where they go next. */
export function useLabelling(parts: Parts) {
  const [on, setOn] = useState(false);
  const [said, setSaid] = useState('');
  const latest = useRef(parts);
  useLayoutEffect(() => {
    latest.current = parts;
  });
  // A later move makes an earlier one, which may still wait for a page, void.
  const moves = useRef(0);

  const focusPane = useCallback(() => latest.current.refs.pane.current?.focus({ preventScroll: true }), []);
  const start = useCallback(() => {
    setOn(true);
    setSaid('Labelling: the keys beside the options label, Escape ends it.');
    requestAnimationFrame(focusPane);
  }, [focusPane]);

  const nextUnlabelled = useCallback(async (): Promise<void> => {
    const { rows, selected, select } = latest.current;
    moves.current += 1;
    const move = moves.current;
    try {
      const index = await findRow(selected, rows.total, rows.readPage, ({ sample }) => sample.label === null);
      if (move !== moves.current) return;
      if (index === null) setSaid('No other sample of this list is without a label.');
      // On screen before the next key is looked at: it means the next sample.
      else flushSync(() => select(index));
    } catch (error) {
      notifyError(error);
    }
  }, []);

  const step = useCallback((by: 1 | -1) => {
    const { rows, selected, select } = latest.current;
    moves.current += 1;
    const index = selected + by;
    if (index >= 0 && index < rows.total) flushSync(() => select(index));
    else setSaid(by === 1 ? 'This is the last sample of the list.' : 'This is the first sample of the list.');
  }, []);

  const change = useCallback((patch: SamplePatch, words: string) => {
    const { edits, row } = latest.current;
    if (row === undefined) return;
    void edits.apply([{ edit: 'change', id: row.sample.id, change: patch }], { words, sample: row.sample.id });
  }, []);

  const label = useCallback(
    async (option: string | null): Promise<void> => {
      const { row } = latest.current;
      if (row === undefined) return;
      const { id } = row.sample;
      if (option !== row.sample.label) {
        change({ label: option }, option === null ? `clear the label of ${id}` : `label ${id} ${option}`);
      }
      setSaid(option === null ? `${id}: no label.` : `${id}: ${option}.`);
      if (!on) return;
      focusPane();
      if (option !== null) await nextUnlabelled();
    },
    [change, focusPane, nextUnlabelled, on],
  );

  const accept = useCallback(async (): Promise<void> => {
    const { row, options } = latest.current;
    const suggested = row?.sample.suggestion?.label;
    if (suggested === undefined) return setSaid('There is no suggestion to accept.');
    if (!options.some(({ id }) => id === suggested)) return setSaid('The suggestion is no option any more.');
    await label(suggested);
  }, [label]);

  const back = useCallback(async (which: 'undo' | 'redo'): Promise<void> => {
    const { edits } = latest.current;
    const done = await edits[which]();
    if (done === null) return;
    setSaid(`${which === 'undo' ? 'Taken back' : 'Done again'}: ${done.words}.`);
    const place = done.sample === null ? null : latest.current.placeOf(done.sample);
    if (place !== null) latest.current.select(place);
  }, []);

  const perform = useCallback(
    async (command: LabelCommand): Promise<void> => {
      const { row, options, refs, showUncertain } = latest.current;
      switch (command.do) {
        case 'label': {
          const option = options[command.option];
          if (option !== undefined) await label(option.id);
          return;
        }
        case 'accept':
          return accept();
        case 'skip':
        case 'next':
          return step(1);
        case 'previous':
          return step(-1);
        case 'clear':
          return label(null);
        case 'dispute':
          if (row !== undefined) {
            const { id, disputed } = row.sample;
            change({ disputed: !disputed }, `${disputed ? 'settle' : 'dispute'} ${id}`);
            setSaid(disputed ? `${id}: no longer disputed.` : `${id}: label disputed.`);
          }
          return;
        case 'note':
          return refs.note.current?.focus();
        case 'find-option':
          return (refs.find.current ?? latest.current.search.current)?.focus();
        case 'next-unlabelled':
          return nextUnlabelled();
        case 'next-uncertain':
          if (showUncertain()) return nextUnlabelled();
          return setSaid('Samples without a label, the most uncertain first.');
        case 'leave':
          setOn(false);
          return setSaid('Labelling ended.');
      }
    },
    [accept, change, label, nextUnlabelled, step],
  );

  // Keys that come faster than the next sample wait for it: each is meant for the sample after the one before.
  const turn = useRef<Promise<void>>(Promise.resolve());
  const run = useCallback(
    (command: LabelCommand): void => {
      turn.current = turn.current.then(() => perform(command)).catch(notifyError);
    },
    [perform],
  );

  return { on, said, start, run, label, accept, change, step, nextUnlabelled, back };
}
