import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import { useActionHandlers, useActionStore } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { useSampleSets, useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import { notifyDone, notifyError } from '../app/notify.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { OpenSet } from './open-set/open-set.tsx';
import classes from './samples-screen.module.css';
import { ExamplesDialog } from './sets/examples-dialog.tsx';
import { NewSetDialog } from './sets/new-set-dialog.tsx';
import { NoSets } from './sets/no-sets.tsx';
import { RemoveSetDialog } from './sets/remove-set-dialog.tsx';
import { SetList } from './sets/set-list.tsx';
import { SetSettingsDialog } from './sets/set-settings-dialog.tsx';

type Dialog =
  | { show: 'none' | 'import' | 'new' | 'examples' }
  | { show: 'settings' | 'remove'; summary: SampleSetSummary };

const noDialog: Dialog = { show: 'none' };

/** The sample sets, or the one that is open with its samples. It stays as it was while another screen shows. */
export function SamplesScreen({ shown }: { shown: boolean }) {
  const { client } = useWorkbench();
  const actions = useActionStore();
  const sets = useSampleSets();
  const [opened, setOpened] = useState<string | null>(null);
  const [dialog, setDialog] = useState<Dialog>(noDialog);
  const [drawn, setDrawn] = useState(0);
  const [visited, setVisited] = useState(shown);
  if (shown && !visited) setVisited(true);
  const examples = useQuery({
    queryKey: ['sample-examples'],
    queryFn: () => client.samples.examples(),
    enabled: visited,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const example = examples.data?.[0];
  const close = useCallback(() => setDialog(noDialog), []);

  const show = useCallback(
    (next: Dialog) => {
      actions.run('view.samples');
      setDialog(next);
    },
    [actions],
  );
  useEffect(() => {
    if (!shown) setDialog(noDialog);
  }, [shown]);

  const takeExample = useCallback(
    (file: string) => {
      client.samples.createFromExample({ file }).then(({ set }) => setOpened(set.id), notifyError);
    },
    [client],
  );

  useActionHandlers(
    useMemo(
      () => ({
        'samples.import': { run: () => show({ show: 'import' }) },
        'samples.new': { run: () => show({ show: 'new' }) },
        'samples.example': { run: () => show({ show: 'examples' }) },
      }),
      [show],
    ),
  );

  const remove = ({ set }: SampleSetSummary): void => {
    client.samples.remove({ id: set.id }).then(() => {
      setOpened((before) => (before === set.id ? null : before));
      notifyDone(`“${set.name}” is removed.`);
    }, notifyError);
  };

  if (!visited) return null;
  const summary = sets.data?.find(({ set }) => set.id === opened);
  const tried = example === undefined ? null : { samples: example.samples, take: () => takeExample(example.file) };
  return (
    <>
      {sets.isError && (
        <div className={classes.middle}>
          <FaultCard fault={faultOf(sets.error)}>
            <FaultButton onClick={() => void sets.refetch()}>Try again</FaultButton>
          </FaultCard>
        </div>
      )}
      {sets.isPending && (
        <div className={classes.middle}>
          <Loader size="sm" aria-label="Reading the sample sets" />
        </div>
      )}
      {sets.data !== undefined && summary === undefined && sets.data.length === 0 && <NoSets example={tried} />}
      {sets.data !== undefined && summary === undefined && sets.data.length > 0 && (
        <SetList
          sets={sets.data}
          onOpen={setOpened}
          onSettings={(chosen) => setDialog({ show: 'settings', summary: chosen })}
          onRemove={(chosen) => setDialog({ show: 'remove', summary: chosen })}
        />
      )}
      {summary !== undefined && (
        <OpenSet
          key={summary.set.id}
          summary={summary}
          shown={shown}
          drawn={drawn}
          onBack={() => setOpened(null)}
          onSettings={() => setDialog({ show: 'settings', summary })}
          onRemove={() => setDialog({ show: 'remove', summary })}
        />
      )}
      {dialog.show === 'examples' && (
        <ExamplesDialog examples={examples.data ?? []} onClose={close} onChoose={takeExample} />
      )}
      {dialog.show === 'import' && <ImportDialog onClose={close} onMade={({ set }) => setOpened(set.id)} />}
      {dialog.show === 'new' && <NewSetDialog onClose={close} onMade={({ set }) => setOpened(set.id)} />}
      {dialog.show === 'settings' && (
        <SetSettingsDialog
          summary={dialog.summary}
          onClose={close}
          onChanged={() => setDrawn((before) => before + 1)}
        />
      )}
      {dialog.show === 'remove' && (
        <RemoveSetDialog summary={dialog.summary} onClose={close} onRemove={() => remove(dialog.summary)} />
      )}
    </>
  );
}
