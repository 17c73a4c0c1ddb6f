import { Loader } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import { useActionHandlers } from '../app/actions/use-actions.tsx';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import { useFileDrop } from '../app/use-file-drop.ts';
import classes from './decide-screen.module.css';
import { ExamplesDialog } from './document/examples-dialog.tsx';
import { NoDecision } from './document/no-decision.tsx';
import { pickTextFile } from './document/pick-text-file.ts';
import { useOpenDocument } from './document/use-open-document.ts';
import { newDraft } from './draft/new-draft.ts';
import { OpenDecision } from './open-decision.tsx';
import { SessionProvider } from './use-session.tsx';
import { WantedConfiguration } from './use-wanted-configuration.tsx';

interface Props {
  shown: boolean;
  /** Told which readout the decision on screen is scored with. */
  onReadout: (readout: ReadoutName | null) => void;
}

/** The first screen: one decision with its evidence, questions and options, and what the model makes of it. */
export function DecideScreen({ shown, onReadout }: Props) {
  const { client } = useWorkbench();
  const documents = useOpenDocument();
  const { open, openById, opened } = documents;
  useFileDrop(openById);
  const [examples, setExamples] = useState(false);

  const create = useCallback(
    () => open(() => client.decisions.create({ name: '', draft: newDraft() })),
    [open, client],
  );
  const importFile = useCallback(() => {
    pickTextFile('.json,.jsonl,application/json', (file) =>
      open(() => client.decisions.import({ name: file.name.replace(/\.jsonl?$/i, ''), text: file.text })),
    );
  }, [open, client]);

  useActionHandlers(
    useMemo(
      () => ({
        'decision.new': { run: create },
        'decision.import': { run: importFile },
        'decision.example': { run: () => setExamples(true) },
      }),
      [create, importFile],
    ),
  );

  return (
    <>
      {opened.status === 'opening' && (
        <div className={classes.middle}>
          <Loader size="sm" aria-label="Opening" />
        </div>
      )}
      {opened.status === 'failed' && (
        <div className={classes.middle}>
          <FaultCard fault={opened.fault}>
            <FaultButton onClick={documents.retry}>Try again</FaultButton>
          </FaultCard>
        </div>
      )}
      {opened.status === 'none' && <NoDecision />}
      {opened.status === 'open' && (
        <SessionProvider key={opened.session} document={opened.document}>
          <WantedConfiguration documents={documents} />
          <OpenDecision documents={documents} shown={shown} onReadout={onReadout} />
        </SessionProvider>
      )}
      {examples && (
        <ExamplesDialog
          onClose={() => setExamples(false)}
          onChoose={(file) => open(() => client.decisions.createFromExample({ file }))}
        />
      )}
    </>
  );
}
