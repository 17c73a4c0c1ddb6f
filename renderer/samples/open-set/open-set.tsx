import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { useActionHandlers } from '../../app/actions/use-actions.tsx';
import { FaultButton, FaultCard } from '../../app/fault/fault-card.tsx';
import { useDecisionQuestions } from '../decision-question.ts';
import { AddSampleDialog } from '../edit/add-sample-dialog.tsx';
import { DuplicatesDialog } from '../edit/duplicates-dialog.tsx';
import { useSetEdits } from '../edit/use-set-edits.ts';
import { LabellingHelp } from '../label/labelling-help.tsx';
import { SamplePane } from '../label/sample-pane.tsx';
import { SuggestDialog } from '../label/suggest-dialog.tsx';
import { useLabelKeys } from '../label/use-label-keys.ts';
import { useLabelling } from '../label/use-labelling.ts';
import { HueContext, huesOf } from '../option-looks.tsx';
import { type ColumnId, columnFacts, columnIds } from '../rows/columns.tsx';
import { FilterBar } from '../rows/filter-bar.tsx';
import { nextRevision, PAGE_ROWS, pagesKey, type RowPage } from '../rows/row-pages.ts';
import { isFiltered, type RowView, wholeSet } from '../rows/row-view.ts';
import { SampleTable } from '../rows/sample-table.tsx';
import { useRows } from '../rows/use-rows.ts';
import { ChangedDecision } from '../sets/changed-decision.tsx';
import { EmptyList } from './empty-list.tsx';
import classes from './open-set.module.css';
import { SetBar } from './set-bar.tsx';

interface Props {
  summary: SampleSetSummary;
  shown: boolean;
  onBack: () => void;
  onSettings: () => void;
  onRemove: () => void;
  /** Counts what changed the set's parts from outside. */
  drawn: number;
}

type Dialog = 'none' | 'add' | 'duplicates' | 'suggest' | 'export';

/** One sample set: its table, the sample that is chosen, and labelling. */
export function OpenSet({ summary, shown, onBack, onSettings, onRemove, drawn }: Props) {
  const { id, binding } = summary.set;
  const cache = useQueryClient();
  const [view, setView] = useState<RowView>(wholeSet);
  const [revision, setRevision] = useState(nextRevision);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [selected, setSelected] = useState(0);
  const [columns, setColumns] = useState<ReadonlySet<ColumnId>>(
    () => new Set(columnIds.filter((column) => columnFacts[column].shown)),
  );
  const [dialog, setDialog] = useState<Dialog>('none');
  const search = useRef<HTMLInputElement>(null);
  const pane = useRef<HTMLElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const refs = useMemo(() => ({ pane, note, find }), []);

  const reload = useCallback(() => setRevision(nextRevision()), []);
  const edits = useSetEdits(id, reload);
  const wanted = useMemo(() => ({ id, view, revision }), [id, view, revision]);
  const rows = useRows(wanted, { ...range, also: selected });
  const { total } = rows;
  const row = rows.rowAt(selected);

  // Another view begins with its first sample; what came or went leaves the place.
  const shownView = rows.shown?.view;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is what the place belongs to
  useLayoutEffect(() => setSelected(0), [shownView]);
  useEffect(() => {
    if (total > 0 && selected >= total) setSelected(total - 1);
  }, [total, selected]);

  useReloadOnForeignChange(summary.sha256, edits.state.pending, edits.isOurs, reload);
  // Parts that were drawn anew are read anew.
  const [seenDrawn, setSeenDrawn] = useState(drawn);
  if (seenDrawn !== drawn) {
    setSeenDrawn(drawn);
    reload();
  }

  const decision = binding.kind === 'bound' ? binding.decision : null;
  const questions = useDecisionQuestions(decision?.document_id ?? null);
  const now = questions.find(({ question_id }) => question_id === decision?.question_id);
  const question = row?.sample.question ?? (binding.kind === 'bound' ? binding.question : null);
  const options = question?.options ?? noOptions;
  const hueOf = useMemo(
    () =>
      huesOf(
        options.map((option) => option.id),
        now?.options ?? [],
      ),
    [options, now],
  );

  const showUncertain = useCallback(() => {
    const same = view.sort === 'uncertain-first' && view.label === 'none';
    if (!same) setView({ ...view, sort: 'uncertain-first', label: 'none' });
    return same;
  }, [view]);
  const labelling = useLabelling({
    rows,
    edits,
    row,
    selected,
    select: setSelected,
    options,
    refs,
    showUncertain,
    search,
    placeOf: useCallback(
      (sampleId: string) => {
        const { shown: list } = rows;
        if (list === null) return null;
        const key = [...pagesKey(id), list.revision, list.view];
        for (const [pageKey, page] of cache.getQueriesData<RowPage>({ queryKey: key })) {
          const index = page?.rows.findIndex(({ sample }) => sample.id === sampleId) ?? -1;
          if (index !== -1) return Number(pageKey.at(-1)) * PAGE_ROWS + index;
        }
        return null;
      },
      [cache, id, rows],
    ),
  });
  // The table is narrow beside the pane, which shows the id anyway.
  const tableColumns = useMemo(
    () => (labelling.on ? new Set([...columns].filter((column) => column !== 'id')) : columns),
    [labelling.on, columns],
  );
  useLabelKeys(labelling.on && shown, options.length, labelling.run);
  const showSample = useCallback((sampleId: string) => setView({ ...wholeSet, search: sampleId }), []);

  const { start, back, run } = labelling;
  const { undo, redo } = edits.state;
  const none = total === 0 ? 'No sample is shown' : undefined;
  useActionHandlers(
    useMemo(
      () =>
        shown
          ? {
              'edit.undo': { run: () => void back('undo'), unavailable: undo === null ? 'Nothing to undo' : undefined },
              'edit.redo': {
                run: () => void back('redo'),
                unavailable: redo === null ? 'Nothing to do again' : undefined,
              },
              'samples.label': { run: start, unavailable: none },
              'samples.next-unlabelled': { run: () => run({ do: 'next-unlabelled' }), unavailable: none },
              'samples.next-uncertain': { run: () => run({ do: 'next-uncertain' }) },
              'samples.add': { run: () => setDialog('add') },
              'samples.duplicates': { run: () => setDialog('duplicates') },
              'samples.search': { run: () => search.current?.focus() },
              'samples.export': { run: () => setDialog('export') },
            }
          : {},
      [shown, back, undo, redo, start, run, none],
    ),
  );
  useEffect(() => {
    if (!shown) setDialog('none');
  }, [shown]);

  const close = useCallback(() => setDialog('none'), []);
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), []);
  return (
    <HueContext value={hueOf}>
      <div className={classes.open} data-labelling={labelling.on || undefined}>
        <SetBar
          summary={summary}
          state={edits.state}
          labelling={labelling.on}
          exporting={dialog === 'export'}
          onExporting={(opened) => setDialog(opened ? 'export' : 'none')}
          onLabelling={() => (labelling.on ? run({ do: 'leave' }) : start())}
          onBack={onBack}
          onSettings={onSettings}
          onRemove={onRemove}
          onSuggest={() => setDialog('suggest')}
        />
        <ChangedDecision
          summary={summary}
          now={now}
          revision={revision}
          onShowMisfits={() => setView({ ...wholeSet, only: 'misfits' })}
          onBound={reload}
        />
        <div className={classes.filter}>
          <FilterBar
            view={view}
            onView={setView}
            options={binding.kind === 'bound' ? binding.question.options.map((option) => option.id) : noLabels}
            total={total}
            samples={summary.samples}
            shownColumns={columns}
            onColumns={setColumns}
            search={search}
          />
        </div>
        {rows.fault !== null && (
          <div className={classes.fault}>
            <FaultCard fault={rows.fault}>
              <FaultButton onClick={rows.retry}>Try again</FaultButton>
            </FaultCard>
          </div>
        )}
        {labelling.on && <LabellingHelp />}
        {rows.shown !== null && total === 0 && rows.fault === null ? (
          <EmptyList filtered={isFiltered(rows.shown.view)} onShowAll={() => setView(wholeSet)} />
        ) : (
          <div className={classes.columns} data-labelling={labelling.on || undefined}>
            <SampleTable
              total={total}
              rowAt={rows.rowAt}
              selected={selected}
              onSelect={setSelected}
              onOpen={() => pane.current?.focus()}
              onSearch={() => search.current?.focus()}
              onRange={onRange}
              shownColumns={tableColumns}
              sort={view.sort}
              onSort={(sort) => setView({ ...view, sort })}
              listKey={JSON.stringify(rows.shown?.view)}
            />
            <div className={classes.pane}>
              {row !== undefined && question !== null && (
                <SamplePane
                  row={row}
                  place={selected}
                  total={total}
                  question={question}
                  keys={labelling.on}
                  refs={refs}
                  onLabel={(option) => void labelling.label(option)}
                  onAccept={() => void labelling.accept()}
                  onChange={labelling.change}
                  onMove={labelling.step}
                  onSkip={() => labelling.step(1)}
                  onShowSample={showSample}
                  onRemove={() =>
                    void edits.apply([{ edit: 'remove', id: row.sample.id }], {
                      words: `remove ${row.sample.id}`,
                      sample: null,
                    })
                  }
                />
              )}
            </div>
          </div>
        )}
        <p className={classes.said} role="status">
          {labelling.said}
        </p>
      </div>
      {dialog === 'add' && (
        <AddSampleDialog
          summary={summary}
          onClose={close}
          onAdd={(sample) => edits.apply([{ edit: 'add', sample }], { words: `add ${sample.id}`, sample: sample.id })}
        />
      )}
      {dialog === 'duplicates' && (
        <DuplicatesDialog
          id={id}
          revision={revision}
          onClose={close}
          onRemove={(removed, words) => void edits.apply(removed, { words, sample: null })}
          onDispute={(disputed, words) => void edits.apply(disputed, { words, sample: null }).then(reload)}
        />
      )}
      {dialog === 'suggest' && <SuggestDialog id={id} onClose={close} onDone={reload} />}
    </HueContext>
  );
}

const noOptions: readonly { id: string; description: string }[] = [];
const noLabels: readonly string[] = [];

/** Another window, an import or a run changed the set: its list is read anew. */
function useReloadOnForeignChange(
  sha256: string,
  pending: number,
  isOurs: (sha256: string) => boolean,
  reload: () => void,
): void {
  const seen = useRef(sha256);
  useEffect(() => {
    if (pending > 0 || seen.current === sha256) return;
    seen.current = sha256;
    if (!isOurs(sha256)) reload();
  }, [sha256, pending, isOurs, reload]);
}
