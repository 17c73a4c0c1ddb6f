import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import { MAX_DECISIONS } from '../../adapter/decision/decision-limits.ts';
import { useActionHandlers, useActionStore } from '../app/actions/use-actions.tsx';
import { useEngine, useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyError } from '../app/notify.tsx';
import { saveFile } from '../app/save-file.ts';
import classes from './decide-screen.module.css';
import { ConflictDialog } from './document/conflict-dialog.tsx';
import { DocumentBar } from './document/document-bar.tsx';
import { KeepVersionDialog } from './document/keep-version-dialog.tsx';
import { RemoveDialog } from './document/remove-dialog.tsx';
import { useLeaving } from './document/use-leaving.ts';
import type { OpenDocument } from './document/use-open-document.ts';
import { EvidenceField } from './editor/evidence-field.tsx';
import { focusOption } from './editor/focus-option.ts';
import { PasteDialog } from './editor/paste-dialog.tsx';
import { QuestionEditor } from './editor/question-editor.tsx';
import { ScoringChoices } from './editor/scoring-choices.tsx';
import { PasteContext } from './editor/use-paste.ts';
import { HistoryDrawer } from './history/history-drawer.tsx';
import { DetailsDrawer } from './result/details-drawer.tsx';
import { NoModel } from './result/no-model.tsx';
import { ResultPanel } from './result/result-panel.tsx';
import { effectiveReadout } from './result/score-input.ts';
import { useSession } from './use-session.tsx';

type Dialog = 'none' | 'details' | 'history' | 'keep' | 'remove';

interface Props {
  documents: OpenDocument;
  shown: boolean;
  onReadout: (readout: ReadoutName | null) => void;
}

/** The open decision: editor on the left, results on the right, and the dialogs about it. */
export function OpenDecision({ documents, shown, onReadout }: Props) {
  const { client } = useWorkbench();
  const session = useSession();
  const { state, change, undo, redo, autosave, document } = session;
  const engine = useEngine();
  const actions = useActionStore();
  const [dialog, setDialog] = useState<Dialog>('none');
  const [pasted, setPasted] = useState<string | null>(null);
  const close = useCallback(() => setDialog('none'), []);
  const { present, selected, past, future } = state;
  useLeaving(autosave, documents.leaving);
  const readout = effectiveReadout(present.draft, engine);
  useEffect(() => onReadout(readout), [onReadout, readout]);
  useEffect(() => {
    window.document.title = `${present.name === '' ? 'Untitled decision' : present.name} – Decision Workbench`;
  }, [present.name]);

  // A dialog about the decision is of no use over another screen.
  const show = useCallback(
    (next: Dialog) => {
      actions.run('view.decide');
      setDialog(next);
    },
    [actions],
  );
  useEffect(() => {
    if (!shown) setDialog('none');
  }, [shown]);

  useActionHandlers(
    useMemo(() => {
      const options = present.draft.questions[selected]?.options ?? [];
      const yesNo = present.draft.questions[selected]?.kind === 'yes-no';
      const fixed = yesNo ? 'A yes/no question has these two options' : undefined;
      return {
        'edit.undo': { run: undo, unavailable: past.length === 0 ? 'Nothing to undo' : undefined },
        'edit.redo': { run: redo, unavailable: future.length === 0 ? 'Nothing to do again' : undefined },
        'option.add': {
          run: () => {
            change({ type: 'option-add', question: selected, at: options.length });
            focusOption(options.length);
          },
          unavailable: fixed,
        },
        'option.paste': { run: () => setPasted(''), unavailable: fixed },
        'options.reverse': {
          run: () => change({ type: 'options-reverse', question: selected }),
          unavailable: fixed,
        },
        'question.add': {
          run: () => change({ type: 'question-add' }),
          unavailable:
            present.draft.questions.length >= MAX_DECISIONS
              ? `There are ${MAX_DECISIONS} questions already`
              : undefined,
        },
        'decision.history': { run: () => show('history') },
        'decision.keep-version': { run: () => show('keep') },
        'decision.remove': { run: () => show('remove') },
        'decision.export': {
          run: () =>
            void client.decisions
              .export({ name: present.name, draft: present.draft })
              .then(({ file_name, text }) => saveFile(new Blob([text], { type: 'application/json' }), file_name))
              .catch(notifyError),
        },
      };
    }, [client, present, selected, past.length, future.length, undo, redo, change, show]),
  );

  const showDetails = useCallback(() => show('details'), [show]);
  // While one loads, the status line of the results says so and nothing moves.
  const modelless = engine !== undefined && (engine.status === 'empty' || engine.status === 'failed');
  return (
    <PasteContext value={setPasted}>
      <div className={classes.open} data-draft-editor>
        <DocumentBar onOpen={documents.openById} />
        <div className={classes.columns}>
          <div className={classes.editor}>
            <QuestionEditor />
            <EvidenceField />
            <ScoringChoices />
          </div>
          <div className={classes.results}>
            {modelless && <NoModel />}
            {/* Still there while hidden: what it does for menus and keys goes on. */}
            <div hidden={modelless && session.score.scored === null}>
              <ResultPanel onDetails={showDetails} />
            </div>
          </div>
        </div>
      </div>
      {pasted !== null && <PasteDialog text={pasted} onClose={() => setPasted(null)} />}
      <DetailsDrawer opened={dialog === 'details'} onClose={close} />
      <HistoryDrawer opened={dialog === 'history'} onClose={close} />
      {dialog === 'keep' && <KeepVersionDialog onClose={close} />}
      {dialog === 'remove' && (
        <RemoveDialog name={present.name} onClose={close} onRemove={() => documents.remove(document.id)} />
      )}
      <ConflictDialog openCopy={documents.open} />
    </PasteContext>
  );
}
