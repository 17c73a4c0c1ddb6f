import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useRuns, useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import { sayWhen } from '../../decide/document/say-when.ts';
import { sayCount } from '../say-count.ts';

/** Takes a run's first choices over as suggestions, which never count as labels. */
export function SuggestDialog({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  const { client } = useWorkbench();
  const runs = useRuns().data?.filter(({ run, scored }) => run.set_id === id && scored > 0) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const [busy, setBusy] = useState(false);
  const run = chosen ?? runs[0]?.run.id ?? null;

  const suggest = (): void => {
    if (run === null) return;
    setBusy(true);
    client.samples.suggest({ id, run_id: run }).then(
      () => {
        onDone();
        onClose();
      },
      (error) => {
        setFault(faultOf(error));
        setBusy(false);
      },
    );
  };

  return (
    <Modal opened onClose={onClose} title="Suggest labels from a run">
      <Text size="sm">
        A model’s first choices help to label faster: accept one with Enter, or begin where the model is least certain.
        They are shown as suggestions and never count as labels, since a model must not be judged by its own answers.
      </Text>
      {runs.length === 0 ? (
        <Text size="sm" mt="sm" fw={600}>
          No run has scored this set yet. Score it under Evaluate; that needs no labels.
        </Text>
      ) : (
        <Radio.Group mt="sm" label="Run" value={run ?? ''} onChange={setChosen}>
          <Stack gap={6} mt={4}>
            {runs.map(({ run: one, scored }) => (
              <Radio
                key={one.id}
                value={one.id}
                label={`${one.configuration.name} · ${sayCount(scored, 'sample')} · ${sayWhen(one.created_at)}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {fault !== null && <FaultCard fault={fault} />}
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={run === null} loading={busy} onClick={suggest}>
          Suggest
        </Button>
      </Group>
    </Modal>
  );
}
