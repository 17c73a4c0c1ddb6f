import { Button, Group, Modal, NumberInput, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultCard } from '../../app/fault/fault-card.tsx';

interface Props {
  summary: SampleSetSummary;
  onClose: () => void;
  /** The parts were drawn anew. */
  onChanged: () => void;
}

/** A set's name and the share of its samples that is for tuning. */
export function SetSettingsDialog({ summary: { set }, onClose, onChanged }: Props) {
  const { client } = useWorkbench();
  const [name, setName] = useState(set.name);
  const [percent, setPercent] = useState<number>(Math.round(set.tune_share * 100));
  const [fault, setFault] = useState<FaultData | null>(null);
  const [busy, setBusy] = useState(false);

  const save = (event: FormEvent): void => {
    event.preventDefault();
    const share = percent / 100;
    const drawn = Math.round(set.tune_share * 100) !== percent;
    setBusy(true);
    client.samples.change({ id: set.id, name: name.trim(), ...(drawn ? { tune_share: share } : {}) }).then(
      () => {
        if (drawn) onChanged();
        onClose();
      },
      (error) => {
        setFault(faultOf(error));
        setBusy(false);
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title="Name and parts">
      <form onSubmit={save}>
        <TextInput
          label="Name"
          value={name}
          maxLength={1000}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name.trim() === '' ? 'A set needs a name.' : undefined}
          data-autofocus
        />
        <NumberInput
          mt="sm"
          label="Share for tuning, percent"
          description="Temperatures and thresholds are found on this part and checked on the rest"
          min={0}
          max={100}
          allowDecimal={false}
          value={percent}
          onChange={(value) => typeof value === 'number' && setPercent(Math.min(100, Math.max(0, value)))}
        />
        <Text size="xs" c="dimmed" mt={6}>
          Which part a sample is in follows from its group or its evidence, so that it stays the same when a file is
          imported again. A new share makes new parts: figures verified with the old ones have to be verified anew.
        </Text>
        {fault !== null && <FaultCard fault={fault} />}
        <Group justify="flex-end" mt="md" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={busy}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
