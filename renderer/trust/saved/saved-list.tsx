import { Button, Group, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import type { RunSummary } from '../../../workbench/contract/runs.ts';
import { trustSentences } from '../../../workbench/deployment/snippets/trust-sentences.ts';
import { useActionHandlers } from '../../app/actions/use-actions.tsx';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useConfigurations, useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import { notifyDone, notifyError } from '../../app/notify.tsx';
import { pickTextFile } from '../../decide/document/pick-text-file.ts';
import classes from '../trust-screen.module.css';
import { SavedCard } from './saved-card.tsx';

interface Props {
  runs: readonly RunSummary[];
  /** The decision that the samples belong to; null when there is none. */
  documentId: string | null;
}

/** Saved configurations with their evidence: verify, use, export, delete; and import of one. */
export function SavedList({ runs, documentId }: Props) {
  const { client } = useWorkbench();
  const saved = useConfigurations();
  const importFile = useCallback(() => {
    pickTextFile('.json,application/json', (file) => {
      void client.configurations
        .import({ name: file.name.replace(/(\.configuration)?\.json$/i, ''), text: file.text })
        .then(({ name }) => notifyDone(`Imported “${name}”.`))
        .catch(notifyError);
    });
  }, [client]);
  useActionHandlers(useMemo(() => ({ 'configuration.import': { run: importFile } }), [importFile]));
  const newest = saved.data?.toSorted((one, other) => (one.saved_at < other.saved_at ? 1 : -1));
  return (
    <section className={classes.card} aria-labelledby="saved-title">
      <Group justify="space-between">
        <h2 id="saved-title" className={classes.title}>
          Saved configurations
        </h2>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconUpload size={14} aria-hidden />}
          onClick={importFile}
        >
          Import
        </Button>
      </Group>
      {saved.error !== null && <FaultCard fault={faultOf(saved.error)} />}
      {newest?.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          None yet. What you save here decides on Decide, on the command line and behind an endpoint in the same way.
        </Text>
      )}
      {newest !== undefined && newest.length > 0 && <p className={classes.why}>{trustSentences.join(' ')}</p>}
      <ul className={classes.list}>
        {newest?.map((entry) => (
          <SavedCard key={entry.sha256} saved={entry} runs={runs} documentId={documentId} />
        ))}
      </ul>
    </section>
  );
}
