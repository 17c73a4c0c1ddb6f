import { Drawer, NativeSelect, NumberInput, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ComparisonWithLocal } from '../../../workbench/contract/deployments.ts';
import type { Endpoint } from '../../../workbench/contract/endpoints.ts';
import { CHECK_SAMPLES, DISAGREEMENT } from '../../../workbench/deployment/plan/default-target.ts';
import { hasGpu } from '../../../workbench/deployment/plan/instance-types.ts';
import { useModels, useSampleSets, useWorkbench } from '../../app/connection/use-workbench.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import deploy from '../../deploy/deploy-screen.module.css';
import { LocalComparison } from '../../deploy/progress/local-comparison.tsx';
import { CallButtons } from '../call-buttons.tsx';
import { useOneCall } from '../use-one-call.ts';

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
  const call = useOneCall<ComparisonWithLocal>();

  const compare = (): void =>
    void call.ask((signal) =>
      client.endpoints.compare(
        {
          ref: endpoint.ref,
          source: set === '' ? { from: 'example' } : { from: 'set', set_id: set },
          samples,
          limit,
          model_path: model === '' ? null : model,
        },
        { signal },
      ),
    );
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
        <CallButtons call={call} icon={<IconArrowsDiff size={15} aria-hidden />} onAsk={compare}>
          Compare
        </CallButtons>
        {call.fault !== null && <RemedyCard fault={call.fault} />}
        {call.answer !== null && <LocalComparison compared={call.answer} />}
      </div>
    </Drawer>
  );
}
