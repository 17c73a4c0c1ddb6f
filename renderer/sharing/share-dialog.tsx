import { Button, Checkbox, Group, Modal, NativeSelect, NumberInput, Radio, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FaultData } from '../../adapter/fault.ts';
import type { SavedConfiguration } from '../../workbench/contract/configurations.ts';
import type { EngineState } from '../../workbench/contract/models.ts';
import type { ShareRequest } from '../../workbench/contract/sharing.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { useConfigurations, useEngine, useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultCard } from '../app/fault/fault-card.tsx';
import { SharedNow } from './shared-now.tsx';

/** As the container has it; any other is as good. */
const USUAL_PORT = 8080;

/** Asks how the model is to be shared, and then says where it is and shows the key, once. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const { client } = useWorkbench();
  const engine = useEngine();
  const saved = fitting(useConfigurations().data ?? [], engine);
  const [request, setRequest] = useState<ShareRequest>({
    reach: 'this-machine',
    port: USUAL_PORT,
    with_key: false,
    configuration: null,
  });
  const [fault, setFault] = useState<FaultData | null>(null);
  const [starting, setStarting] = useState(false);
  const [shared, setShared] = useState<{ address: string; secret: string | null } | null>(null);
  const change = (patch: Partial<ShareRequest>): void => setRequest({ ...request, ...patch });

  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setStarting(true);
    setFault(null);
    try {
      const { state, key } = await client.sharing.start(request);
      if (state.status === 'on') setShared({ address: lastOf(state.addresses), secret: key });
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setStarting(false);
    }
  };

  if (shared !== null) {
    return (
      <Modal opened onClose={onClose} title="The model is shared">
        <SharedNow {...shared} onClose={onClose} />
      </Modal>
    );
  }
  const network = request.reach === 'network';
  return (
    <Modal opened onClose={onClose} title="Share the model on this machine">
      <form onSubmit={(event) => void start(event)}>
        <Stack gap="md">
          <Text size="sm">
            Other programs score with the loaded model over HTTP while this app is open. They and you take turns: one
            decision is scored at a time.
          </Text>
          <Radio.Group
            label="Who can reach it"
            value={request.reach}
            onChange={(value) =>
              change(value === 'network' ? { reach: 'network', with_key: true } : { reach: 'this-machine' })
            }
          >
            <Stack gap={6} mt={4}>
              <Radio value="this-machine" label="Programs on this machine" />
              <Radio
                value="network"
                label="Programs on your network, with a key"
                description="Not encrypted: only in a network that you trust, or behind a proxy with TLS."
              />
            </Stack>
          </Radio.Group>
          <Checkbox
            label="Callers must send a key"
            description={network ? 'Always, when others can reach it.' : undefined}
            checked={request.with_key}
            disabled={network}
            onChange={(event) => change({ with_key: event.currentTarget.checked })}
          />
          <NativeSelect
            label="How it is asked"
            description="A saved configuration brings its settings, calibration and thresholds."
            value={request.configuration ?? ''}
            onChange={(event) => change({ configuration: event.currentTarget.value || null })}
            data={[
              { value: '', label: sayDefault(engine) },
              ...saved.map(({ sha256, name }) => ({ value: sha256, label: name })),
            ]}
          />
          <NumberInput
            label="Port"
            description="0 takes any free one"
            min={0}
            max={65_535}
            allowDecimal={false}
            value={request.port}
            onChange={(port) => typeof port === 'number' && change({ port })}
          />
          {fault !== null && <FaultCard fault={fault} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={starting} data-autofocus>
              Share
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Saved configurations that were proved of the loaded file in the mode that it is loaded in. */
function fitting(saved: readonly SavedConfiguration[], engine: EngineState | undefined): SavedConfiguration[] {
  if (engine?.status !== 'ready') return [];
  const mode = engine.report.flashAttention ? 'fast' : 'reproducible';
  return saved.filter(
    ({ configuration: { scoring } }) => scoring.model_sha256 === engine.model.sha256 && scoring.mode === mode,
  );
}

function sayDefault(engine: EngineState | undefined): string {
  if (engine?.status !== 'ready') return 'The model’s own settings';
  return `The model’s own settings (${engine.defaults.readout})`;
}

/** The one that reaches furthest. */
function lastOf(addresses: readonly string[]): string {
  return addresses.at(-1) ?? '';
}
