import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import type { EngineState } from '../../workbench/contract/models.ts';
import { useActionStore } from './actions/use-actions.tsx';
import { useEngine } from './connection/use-workbench.tsx';
import classes from './model-chip.module.css';
import { fileName, shortModelName } from './model-name.ts';

/** Model, readout and device in the header; opens the models. */
export function ModelChip({ readout }: { readout: ReadoutName | null }) {
  const engine = useEngine();
  const actions = useActionStore();
  const { state, text } = describe(engine, readout);
  return (
    <UnstyledButton
      className={classes.chip}
      data-state={state}
      onClick={() => actions.run('model.choose')}
      title="Choose a model"
    >
      <span className={classes.dot} aria-hidden />
      <span className={classes.text}>{text}</span>
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  );
}

function describe(engine: EngineState | undefined, readout: ReadoutName | null): { state: string; text: string } {
  switch (engine?.status) {
    case undefined:
      return { state: 'empty', text: 'Connecting…' };
    case 'empty':
      return { state: 'empty', text: 'No model' };
    case 'loading':
      return { state: 'loading', text: `Loading ${shortModelName(fileName(engine.path))}…` };
    case 'failed':
      return { state: 'failed', text: `${shortModelName(fileName(engine.path))} failed` };
    case 'ready': {
      const device = engine.report.backend.toUpperCase();
      return {
        state: 'ready',
        text: `${shortModelName(engine.model.file)} · ${readout ?? engine.defaults.readout} · ${device}`,
      };
    }
  }
}
