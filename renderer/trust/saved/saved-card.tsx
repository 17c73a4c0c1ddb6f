import { Button, Group, NativeSelect } from '@mantine/core';
import { IconCloudUpload, IconDownload, IconScale, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import type { RunSummary } from '../../../workbench/contract/runs.ts';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { notifyError } from '../../app/notify.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useWantConfiguration } from '../../decide/use-wanted-configuration.tsx';
import { useDeployConfiguration } from '../../deploy/use-deploy-run.ts';
import classes from '../trust-screen.module.css';
import { describeEvidence, describeRule } from './describe-saved.ts';
import { RemoveConfigurationDialog } from './remove-configuration-dialog.tsx';
import { useVerification } from './use-verification.ts';

interface Props {
  saved: SavedConfiguration;
  runs: readonly RunSummary[];
  documentId: string | null;
}

/** One saved configuration with what was shown about it. */
export function SavedCard({ saved, runs, documentId }: Props) {
  const { client } = useWorkbench();
  const actions = useActionStore();
  const want = useWantConfiguration();
  const deploy = useDeployConfiguration();
  const verification = useVerification(saved.sha256);
  const [runId, setRunId] = useState('');
  const [removing, setRemoving] = useState(false);
  const against = runs.find(({ run }) => run.id === runId) ?? runs[0];
  const { name, sha256, configuration } = saved;
  const exportFile = async (): Promise<void> => {
    const { file_name, text } = await client.configurations.export({ sha256 });
    saveFile(new Blob([text], { type: 'application/json' }), file_name);
  };
  return (
    <li className={classes.saved}>
      <div className={classes.savedHead}>
        <strong>{name}</strong>
        <code>{sha256.slice(0, 8)}</code>
      </div>
      <p className={classes.sentence}>
        {describeRule(configuration)}. {describeEvidence(configuration)}
      </p>
      <Group gap="xs" align="end">
        <Button
          size="compact-sm"
          leftSection={<IconScale size={14} aria-hidden />}
          aria-label={`Use ${name} on Decide`}
          onClick={() => {
            want(saved, documentId);
            actions.run('view.decide');
          }}
        >
          Use on Decide
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCloudUpload size={14} aria-hidden />}
          aria-label={`Deploy ${name}`}
          onClick={() => deploy(sha256)}
        >
          Deploy this
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Export ${name}`}
          onClick={() => void exportFile().catch(notifyError)}
        >
          Export
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={14} aria-hidden />}
          aria-label={`Delete ${name}`}
          onClick={() => setRemoving(true)}
        >
          Delete
        </Button>
        {against !== undefined && (
          <>
            <NativeSelect
              size="xs"
              label="Verify on the run"
              value={against.run.id}
              data={runs.map(({ run }) => ({ value: run.id, label: run.configuration.name }))}
              onChange={(event) => setRunId(event.currentTarget.value)}
            />
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconShieldCheck size={14} aria-hidden />}
              aria-label={`Verify ${name}`}
              loading={verification.running}
              onClick={() => verification.verify(against.run.id)}
            >
              Verify
            </Button>
          </>
        )}
      </Group>
      <p className={classes.verification} role="status" data-holds={verification.answer?.holds}>
        {verification.words}
      </p>
      {removing && <RemoveConfigurationDialog saved={saved} onClose={() => setRemoving(false)} />}
    </li>
  );
}
