import { Button, NativeSelect, NumberInput, SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import {
  orderSchema,
  promptVersionSchema,
  templateSourceSchema,
} from '../../../adapter/configuration/scoring-settings.ts';
import { useEngine } from '../../app/connection/use-workbench.tsx';
import { effectiveReadout } from '../result/score-input.ts';
import { useSession } from '../use-session.tsx';
import { ConfigurationChoice } from './configuration-choice.tsx';
import { FieldFaultText } from './field-fault.tsx';
import classes from './scoring-choices.module.css';
import { orderWords, promptWords, readoutWords, templateWords } from './scoring-words.ts';

/** How the decision is scored: the readout always in view, the rest below it; or the configuration that decides it all. */
export function ScoringChoices() {
  const { state, change, faultAt } = useSession();
  const engine = useEngine();
  const { scoring } = state.present.draft;
  const readout = effectiveReadout(state.present.draft, engine);
  const orderLabel = useId();
  const defaults = engine?.status === 'ready' ? engine.defaults : null;
  const texts = readout === 'texts';
  const chooseReadout = (value: string): void => {
    const readout = value === 'texts' ? 'texts' : 'letters';
    change({ type: 'scoring', scoring: { readout, temperature: null } });
  };
  const defaultTemperature =
    defaults !== null && defaults.readout === readout ? defaults.temperature : readout === 'texts' ? 2 : 1;

  if (scoring.configuration !== null) {
    return (
      <section className={classes.section} aria-label="Scoring">
        <ConfigurationChoice />
        <FieldFaultText id="scoring-fault" fault={faultAt('scoring')} />
      </section>
    );
  }
  return (
    <section className={classes.section} aria-labelledby="scoring-title">
      <div className={classes.head}>
        <h2 id="scoring-title" className={classes.title}>
          Readout
        </h2>
        <span className={classes.default}>
          {scoring.readout === null ? (
            defaults === null ? (
              ''
            ) : (
              'the model’s default'
            )
          ) : (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => change({ type: 'scoring', scoring: { readout: null, temperature: null } })}
            >
              Follow the model’s default
            </Button>
          )}
        </span>
        <SegmentedControl
          size="xs"
          aria-label="Readout"
          value={readout ?? ''}
          onChange={chooseReadout}
          data={[
            { value: 'letters', label: 'Answer letters' },
            { value: 'texts', label: 'Option texts' },
          ]}
        />
      </div>
      <p className={classes.words}>
        {readout === null
          ? 'Without a choice of yours, the model decides: load one to see which.'
          : readoutWords[readout]}
      </p>
      <div className={classes.grid}>
        <div>
          <span className={classes.label} id={orderLabel}>
            Order
          </span>
          {texts ? (
            <p className={classes.notNeeded}>not needed (texts)</p>
          ) : (
            <NativeSelect
              size="xs"
              aria-labelledby={orderLabel}
              value={scoring.order}
              data={orderSchema.options.map((order) => ({ value: order, label: orderWords[order] }))}
              onChange={(event) =>
                change({ type: 'scoring', scoring: { order: orderSchema.parse(event.currentTarget.value) } })
              }
            />
          )}
        </div>
        <NumberInput
          size="xs"
          label="Temperature"
          classNames={{ label: classes.label }}
          placeholder={`${defaultTemperature} (default)`}
          min={0.01}
          max={100}
          step={0.1}
          decimalScale={3}
          value={scoring.temperature ?? ''}
          error={faultAt('scoring.temperature')}
          onChange={(value) =>
            change({
              type: 'scoring',
              scoring: { temperature: typeof value === 'number' && value > 0 ? value : null },
            })
          }
        />
        {texts ? (
          <div>
            <span className={classes.label}>Prompt</span>
            <p className={classes.notNeeded}>plain text (texts)</p>
          </div>
        ) : (
          <>
            <NativeSelect
              size="xs"
              label="Prompt"
              classNames={{ label: classes.label }}
              value={scoring.prompt_version ?? ''}
              onChange={(event) => {
                const version = promptVersionSchema.safeParse(event.currentTarget.value);
                change({ type: 'scoring', scoring: { prompt_version: version.success ? version.data : null } });
              }}
              data={[{ value: '', label: 'Default' }, ...promptWords]}
            />
            <NativeSelect
              size="xs"
              label="Chat template"
              classNames={{ label: classes.label }}
              value={scoring.template ?? ''}
              error={faultAt('scoring.template')}
              onChange={(event) => {
                const template = templateSourceSchema.safeParse(event.currentTarget.value);
                change({ type: 'scoring', scoring: { template: template.success ? template.data : null } });
              }}
              data={[{ value: '', label: 'Default' }, ...templateWords]}
            />
          </>
        )}
        <div>
          <ConfigurationChoice />
        </div>
      </div>
      <FieldFaultText id="scoring-fault" fault={faultAt('scoring')} />
    </section>
  );
}
