import { Button, Group, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import type { FitRequest, SavedConfiguration } from '../../workbench/contract/configurations.ts';
import { useActionHandlers, useActionStore } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultCard } from '../app/fault/fault-card.tsx';
import { notifyDone } from '../app/notify.tsx';
import { useWantConfiguration } from '../decide/use-wanted-configuration.tsx';

interface Props {
  request: FitRequest;
  /** Suggested name. */
  name: string;
  /** Why nothing can be saved now; null when it can. */
  refusal: string | null;
  /** The decision that it is about; null is the one that is open. */
  documentId: string | null;
}

/** Keeps what is on screen, with its evidence, as a configuration. */
export function SaveForm({ request, name: suggested, refusal, documentId }: Props) {
  const { client } = useWorkbench();
  const actions = useActionStore();
  const want = useWantConfiguration();
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [last, setLast] = useState<SavedConfiguration | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const name = typed ?? suggested;
  const save = async (): Promise<void> => {
    setSaving(true);
    setFault(null);
    try {
      const saved = await client.configurations.save({ name: name.trim(), request });
      setLast(saved);
      notifyDone(`Saved “${saved.name}”.`);
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setSaving(false);
    }
  };
  useActionHandlers(
    // biome-ignore lint/correctness/useExhaustiveDependencies: what it saves is what is on screen
    useMemo(
      () => ({ 'configuration.save': { run: () => void save(), unavailable: refusal ?? undefined } }),
      [request, name, refusal],
    ),
  );
  return (
    <>
      <Group gap="xs" align="end">
        <TextInput
          size="xs"
          label="Name of the configuration"
          w={280}
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          size="xs"
          loading={saving}
          disabled={refusal !== null || name.trim() === ''}
          title={refusal ?? undefined}
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          onClick={() => void save()}
        >
          Save the configuration
        </Button>
        {last !== null && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              want(last, documentId);
              actions.run('view.decide');
            }}
          >
            Score with “{last.name}” on Decide
          </Button>
        )}
      </Group>
      {fault !== null && <FaultCard fault={fault} />}
    </>
  );
}
