import { Button, Group, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import type { FitRequest } from '../../workbench/contract/configurations.ts';
import { useActionHandlers } from '../app/actions/use-actions.tsx';
import { faultOf } from '../app/connection/fault-of.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultCard } from '../app/fault/fault-card.tsx';
import { notifyDone } from '../app/notify.tsx';

interface Props {
  request: FitRequest;
  /** Suggested name. */
  name: string;
  /** Why nothing can be saved now; null when it can. */
  refusal: string | null;
}

/** Keeps what is on screen, with its evidence, as a configuration. */
export function SaveForm({ request, name: suggested, refusal }: Props) {
  const { client } = useWorkbench();
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [fault, setFault] = useState<FaultData | null>(null);
  const name = typed ?? suggested;
  const save = async (): Promise<void> => {
    setSaving(true);
    setFault(null);
    try {
      const saved = await client.configurations.save({ name: name.trim(), request });
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
      </Group>
      {fault !== null && <FaultCard fault={fault} />}
    </>
  );
}
