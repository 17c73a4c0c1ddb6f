import { Autocomplete, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { MAX_INSTANCES, MAX_POOLS } from '../../../workbench/deployment/plan/target.ts';
import { ChoiceCards } from '../../app/choice-cards.tsx';
import classes from '../deploy-screen.module.css';
import { PoolList } from '../target/pool-list.tsx';
import type { SectionProps } from './section-props.ts';
import { cpuTypes, gpuTypes } from './target-draft.ts';

const expiries = [
  { value: '1', label: 'In a day' },
  { value: '7', label: 'In a week' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '0', label: 'Never' },
];

interface Props extends SectionProps {
  suggestedName: string;
  /** An endpoint that is updated keeps its name. */
  updates: string | null;
}

/** On what it runs, how many of them, and until when. */
export function TargetSection({ draft, change, fault, suggestedName, updates }: Props) {
  const gpu = draft.accelerator === 'gpu';
  return (
    <section className={classes.card} aria-labelledby="target-title">
      <h2 id="target-title" className={classes.title}>
        What it runs on
      </h2>
      <ChoiceCards
        label="Target"
        value={draft.accelerator}
        onChange={(accelerator) => change({ accelerator })}
        choices={[
          {
            value: 'cpu',
            label: 'CPU',
            about: 'Background, offline or low-volume work that tolerates seconds.',
          },
          {
            value: 'gpu',
            label: 'GPU',
            about: 'Interactive decisions, long prompts, or a strict limit on the slowest ones.',
          },
        ]}
      />
      {gpu ? (
        <>
          <PoolList
            pools={draft.pools}
            known={gpuTypes}
            most={MAX_POOLS}
            onChange={(pools) => change({ pools })}
            faultAt={(at) => fault(`instances.pools.${at}.type`)}
            fault={fault('instances.pools')}
          />
          <p className={classes.sentence}>
            The first type that AWS has free is taken. Pools are a fall-back for allocation and balance no load.
          </p>
        </>
      ) : (
        <Autocomplete
          size="xs"
          label="Instance type"
          data={cpuTypes}
          value={draft.type}
          error={fault('instances.type')}
          onChange={(type) => change({ type })}
        />
      )}
      <NativeSelect
        size="xs"
        label="How many"
        value={draft.scaling}
        data={[
          { value: 'fixed', label: 'A fixed number of instances' },
          { value: 'bounds', label: 'Between two bounds, by the calls (target tracking)' },
        ]}
        onChange={(event) => change({ scaling: event.currentTarget.value === 'bounds' ? 'bounds' : 'fixed' })}
      />
      <div className={classes.fields}>
        <NumberInput
          size="xs"
          label={draft.scaling === 'fixed' ? 'Instances' : 'At least'}
          min={1}
          max={MAX_INSTANCES}
          allowDecimal={false}
          value={draft.count}
          error={fault('scaling.count') ?? fault('scaling.min')}
          onChange={(value) => typeof value === 'number' && change({ count: value })}
        />
        {draft.scaling === 'bounds' && (
          <>
            <NumberInput
              size="xs"
              label="At most"
              min={1}
              max={MAX_INSTANCES}
              allowDecimal={false}
              value={draft.most}
              error={fault('scaling.max')}
              onChange={(value) => typeof value === 'number' && change({ most: value })}
            />
            <NumberInput
              size="xs"
              label="Calls a minute of each"
              min={1}
              value={draft.perMinute}
              error={fault('scaling.invocations_per_minute')}
              onChange={(value) => typeof value === 'number' && change({ perMinute: value })}
            />
          </>
        )}
      </div>
      <p className={classes.sentence}>
        One instance scores one request after another. Decisions on one evidence belong in one request: its evaluation
        is shared.
      </p>
      {updates === null && (
        <TextInput
          size="xs"
          label="Name of the endpoint"
          placeholder={suggestedName}
          value={draft.name}
          error={fault('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
      <NativeSelect
        size="xs"
        label="Expires"
        description="A reminder on Endpoints, and what “teardown --expired” removes"
        value={String(draft.days)}
        data={expiries}
        onChange={(event) => change({ days: Number(event.currentTarget.value) })}
      />
    </section>
  );
}
