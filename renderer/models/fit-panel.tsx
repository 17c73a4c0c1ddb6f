import { Button, Loader, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModelFit } from '../../workbench/contract/models.ts';
import type { Settings } from '../../workbench/contract/settings.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { useEngine, useSettings, useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultCard } from '../app/fault/fault-card.tsx';
import { formatBytes } from '../app/format-bytes.ts';
import { notifyDone, notifyError } from '../app/notify.tsx';
import { NumberTable } from '../charts/chart-frame.tsx';
import classes from './model-details.module.css';

/** A number that is typed asks once it rests. */
const REST_MS = 200;

type Engine = Settings['engine'];

const verdictWords: Readonly<Record<ModelFit['verdict'], string>> = {
  fits: 'It fits.',
  tight: 'It may not fit: close other programs, or ask for a smaller context.',
  'too-large': 'It is expected not to fit. You can still try: this is an estimate.',
};

/** Memory under these settings, before loading, and settings that suit the decision. A warning and never a block. */
export function FitPanel({ path }: { path: string }) {
  const settings = useSettings();
  if (settings === undefined) return null;
  return <Fit path={path} settings={settings} />;
}

function Fit({ path, settings }: { path: string; settings: Settings }) {
  const { client } = useWorkbench();
  const engineState = useEngine();
  const [changed, setChanged] = useState<Partial<Engine>>({});
  const engine: Engine = { ...settings.engine, ...changed };
  const [rested] = useDebouncedValue(JSON.stringify(engine), REST_MS);
  const document = settings.last_decision;
  const fit = useQuery({
    queryKey: ['model-fit', path, rested, document, engineState?.status],
    queryFn: () => {
      const asked: Engine = JSON.parse(rested);
      return client.models.fit({ path, engine: asked, ...(document === null ? {} : { document }) });
    },
    placeholderData: keepPreviousData,
  });
  const apply = (chosen: Engine): void => {
    client.settings
      .change({ engine: chosen })
      .then(() => {
        setChanged({});
        notifyDone('Saved as the engine settings.');
      })
      .catch(notifyError);
  };
  const differs = JSON.stringify(engine) !== JSON.stringify(settings.engine);
  return (
    <section aria-labelledby="fit-title">
      <h3 id="fit-title" className={classes.title}>
        Memory
      </h3>
      <div className={classes.controls}>
        <NumberInput
          size="xs"
          w={150}
          label="Context, tokens"
          min={256}
          max={1_048_576}
          step={1024}
          allowDecimal={false}
          value={engine.contextTokens}
          onChange={(value) =>
            typeof value === 'number' && value >= 256 && setChanged({ ...changed, contextTokens: value })
          }
        />
        <NumberInput
          size="xs"
          w={150}
          label="Layers on the GPU"
          placeholder="all that fit"
          min={0}
          max={1000}
          allowDecimal={false}
          value={engine.gpuLayers === 'auto' ? '' : engine.gpuLayers}
          onChange={(value) => setChanged({ ...changed, gpuLayers: typeof value === 'number' ? value : 'auto' })}
        />
        <Button size="xs" variant="default" disabled={!differs} onClick={() => apply(engine)}>
          Use these settings
        </Button>
      </div>
      {fit.isPending && <Loader size="sm" aria-label="Estimating" />}
      {fit.isError && <FaultCard fault={faultOf(fit.error)} />}
      {fit.data !== undefined && <Estimate fit={fit.data} engine={engine} onApply={apply} />}
    </section>
  );
}

/** A number stays with its unit. */
function onOneLine(bytes: number): string {
  return formatBytes(bytes).replaceAll(' ', '\u00a0');
}

function Estimate({ fit, engine, onApply }: { fit: ModelFit; engine: Engine; onApply: (engine: Engine) => void }) {
  const { suggestion, measured } = fit;
  const suggests = JSON.stringify(suggestion.engine) !== JSON.stringify(engine);
  return (
    <>
      <p className={classes.verdict} data-verdict={fit.verdict} role="status">
        {verdictWords[fit.verdict]}
      </p>
      <NumberTable
        caption="Memory that it needs"
        table={{
          head: ['Device', 'Weights', 'Context', 'Computing', 'Rest', 'Needs', 'Free'],
          rows: fit.devices.map(({ name, parts, need, margin, free }) => ({
            key: name,
            cells: [
              name,
              ...[parts.weights, parts.kv, parts.compute, parts.overhead].map(onOneLine),
              `${onOneLine(need)}\u00a0±\u00a0${onOneLine(margin)}`,
              onOneLine(free),
            ],
          })),
        }}
      />
      {fit.basis.map((sentence) => (
        <p key={sentence} className={classes.quiet}>
          {sentence}
        </p>
      ))}
      {measured !== null && (
        <p className={classes.quiet}>
          Loading it took {formatBytes(measured.memory)}
          {measured.gpu > 0 ? ` and ${formatBytes(measured.gpu)} on the GPU` : ''} last time, with a context of{' '}
          {measured.context_tokens} tokens. Memory for computing comes on top with the first score.
        </p>
      )}
      {suggests && (
        <>
          {suggestion.why.map((sentence) => (
            <p key={sentence} className={classes.quiet}>
              {sentence}
            </p>
          ))}
          <Button size="compact-sm" mt={6} variant="default" onClick={() => onApply(suggestion.engine)}>
            Use the suggested settings
          </Button>
        </>
      )}
    </>
  );
}
