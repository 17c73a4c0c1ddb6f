import { Button, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { Settings } from '../../workbench/contract/settings.ts';
import { useEngine, useSettings, useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyDone, notifyError } from '../app/notify.tsx';
import classes from './engine-settings-form.module.css';

type Engine = Settings['engine'];

/** How models are run. What is asked for here may be more than the machine has: the report says what was used. */
export function EngineSettingsForm() {
  const { client } = useWorkbench();
  const settings = useSettings();
  const loaded = useEngine()?.status === 'ready';
  const [engine, setEngine] = useState<Engine | null>(null);
  const [budget, setBudget] = useState<number | null>(null);
  const stored = settings?.engine;
  const storedBudget = settings?.max_prompt_tokens;

  useEffect(() => {
    setEngine(stored ?? null);
    setBudget(storedBudget ?? null);
  }, [stored, storedBudget]);

  if (engine === null || budget === null || settings === undefined) return null;
  const change = (patch: Partial<Engine>): void => setEngine({ ...engine, ...patch });
  const changed = JSON.stringify(engine) !== JSON.stringify(stored) || budget !== storedBudget;
  const layers = engine.gpuLayers === 'auto' ? 'auto' : engine.gpuLayers === 0 ? 'none' : 'some';

  const apply = (event: FormEvent): void => {
    event.preventDefault();
    client.settings
      .change({ engine, max_prompt_tokens: budget })
      .then(() => notifyDone(loaded ? 'Saved. The model is loaded again.' : 'Saved.'))
      .catch(notifyError);
  };

  return (
    <form className={classes.card} onSubmit={apply} aria-labelledby="engine-title" id="engine-settings">
      <h2 id="engine-title" className={classes.title} tabIndex={-1}>
        Engine settings
      </h2>
      <div>
        <span className={classes.label}>Layers on the GPU</span>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Layers on the GPU"
          value={layers}
          onChange={(value) => change({ gpuLayers: value === 'auto' ? 'auto' : value === 'none' ? 0 : 16 })}
          data={[
            { value: 'auto', label: 'All that fit' },
            { value: 'none', label: 'None' },
            { value: 'some', label: 'A number' },
          ]}
        />
        {typeof engine.gpuLayers === 'number' && engine.gpuLayers > 0 && (
          <NumberInput
            size="xs"
            mt={4}
            aria-label="Number of layers on the GPU"
            min={1}
            max={1000}
            allowDecimal={false}
            value={engine.gpuLayers}
            onChange={(value) => typeof value === 'number' && value >= 1 && change({ gpuLayers: value })}
          />
        )}
      </div>
      <div>
        <span className={classes.label}>Mode</span>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Mode"
          value={engine.mode}
          onChange={(value) => change({ mode: value === 'fast' ? 'fast' : 'reproducible' })}
          data={[
            { value: 'reproducible', label: 'Reproducible' },
            { value: 'fast', label: 'Fast' },
          ]}
        />
        <Text size="xs" c="dimmed" mt={4} className={classes.words}>
          {engine.mode === 'fast'
            ? 'Flash attention on: faster with long evidence, but a result then depends a little on the number of threads and on what was scored before.'
            : 'Flash attention off: the same request gives exactly the same numbers, whatever the threads and whatever was scored before.'}
        </Text>
      </div>
      <NumberInput
        size="xs"
        label="Threads"
        description="Empty: the physical cores, less one when there are more than two"
        placeholder="automatic"
        min={1}
        max={1024}
        allowDecimal={false}
        value={engine.threads ?? ''}
        onChange={(value) => change({ threads: typeof value === 'number' ? value : null })}
      />
      <NumberInput
        size="xs"
        label="Context, tokens"
        description="Evidence, question and options must fit; more needs more memory"
        min={256}
        max={1_048_576}
        step={1024}
        allowDecimal={false}
        value={engine.contextTokens}
        onChange={(value) => typeof value === 'number' && value >= 256 && change({ contextTokens: value })}
      />
      <NumberInput
        size="xs"
        label="Budget of one decision, tokens"
        description="A longer decision is refused and never cut"
        min={64}
        max={1_048_576}
        step={512}
        allowDecimal={false}
        value={budget}
        onChange={(value) => typeof value === 'number' && value >= 64 && setBudget(value)}
      />
      <Button type="submit" size="xs" disabled={!changed}>
        {loaded ? 'Apply and load the model again' : 'Apply'}
      </Button>
    </form>
  );
}
