import { Button, Drawer, NativeSelect, NumberInput, Text } from '@mantine/core';
import { IconArrowsDiff, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { ComparisonWithLocal } from '../../../workbench/contract/deployments.ts';
import type { Endpoint } from '../../../workbench/contract/endpoints.ts';
import { CHECK_SAMPLES, DISAGREEMENT } from '../../../workbench/deployment/plan/default-target.ts';
import { hasGpu } from '../../../workbench/deployment/plan/instance-types.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useModels, useSampleSets, useWorkbench } from '../../app/connection/use-workbench.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import deploy from '../../deploy/deploy-screen.module.css';
import { LocalComparison } from '../../deploy/progress/local-comparison.tsx';

/** Scores the same samples on the endpoint and here, and says whether they agree. */
export function CompareDrawer({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { client } = useWorkbench();
  const sets = useSampleSets().data ?? [];
  const models = (useModels() ?? []).filter((model) => model.fault === null);
  const [set, setSet] = useState('');
  const [model, setModel] = useState('');
  const [samples, setSamples] = useState(CHECK_SAMPLES);
  const onGpu =
    (endpoint.instance_type ?? endpoint.instance_types[0] ?? '') !== '' && endpoint.instance_types.some(hasGpu);
  const [limit, setLimit] = useState<number>(onGpu ? DISAGREEMENT.other : DISAGREEMENT.exact);
  const [compared, setCompared] = useState<ComparisonWithLocal | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const [asking, setAsking] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const compare = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setAsking(true);
    setFault(null);
    setCompared(null);
    try {
      const answer = await client.endpoints.compare(
        {
          ref: endpoint.ref,
          source: set === '' ? { from: 'example' } : { from: 'set', set_id: set },
          samples,
          limit,
          model_path: model === '' ? null : model,
        },
        { signal: stop.signal },
      );
      setCompared(answer);
    } catch (error) {
      if (!stop.signal.aborted) setFault(faultOf(error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={`Compare ${endpoint.ref.name} with this machine`}
    >
      <div className={deploy.unfolded}>
        <NativeSelect
          size="xs"
          label="Samples"
          value={set}
          data={[
            { value: '', label: 'The example decision' },
            ...sets.map((entry) => ({ value: entry.set.id, label: `${entry.set.name} (${entry.samples})` })),
          ]}
          onChange={(event) => setSet(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label="Model on this machine"
          value={model}
          data={[
            { value: '', label: 'That of the deployment' },
            ...models.map(({ path, file }) => ({ value: path, label: file })),
          ]}
          onChange={(event) => setModel(event.currentTarget.value)}
        />
        <div className={deploy.fields}>
          <NumberInput
            size="xs"
            label="How many"
            min={1}
            max={1000}
            allowDecimal={false}
            value={samples}
            onChange={(value) => typeof value === 'number' && setSamples(value)}
          />
          <NumberInput
            size="xs"
            label="May differ by"
            min={0.001}
            max={0.5}
            step={0.01}
            decimalScale={3}
            value={limit}
            onChange={(value) => typeof value === 'number' && setLimit(value)}
          />
        </div>
        <Text size="xs" c="dimmed">
          The evidence of {samples === 1 ? 'this sample' : `up to ${samples} samples`} is sent to the endpoint in{' '}
          {endpoint.ref.region}. Labels stay here.
        </Text>
        <div className={deploy.row}>
          <Button
            size="xs"
            leftSection={<IconArrowsDiff size={15} aria-hidden />}
            loading={asking}
            onClick={() => void compare()}
          >
            Compare
          </Button>
          {asking && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconX size={15} aria-hidden />}
              onClick={() => running.current?.abort()}
            >
              Cancel
            </Button>
          )}
        </div>
        {fault !== null && <RemedyCard fault={fault} />}
        {compared !== null && <LocalComparison compared={compared} />}
      </div>
    </Drawer>
  );
}
