import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { PROVISION_SECONDS } from '../../../workbench/deployment/plan/target.ts';
import classes from '../deploy-screen.module.css';
import type { SectionProps } from './section-props.ts';

/** What suits most as it is. */
export function DetailSection({ draft, change, fault, sets }: SectionProps & { sets: readonly SampleSetSummary[] }) {
  const decisions = draft.path === 'decisions';
  return (
    <details className={classes.card}>
      <summary className={classes.summary}>Check, engine and image</summary>
      <div className={classes.unfolded}>
        {decisions && (
          <>
            <NativeSelect
              size="xs"
              label="Checked with"
              description="The same samples are scored here and on the endpoint"
              value={draft.checkSet}
              data={[
                { value: '', label: 'The example decision' },
                ...sets.map(({ set, samples }) => ({ value: set.id, label: `${set.name} (${samples})` })),
              ]}
              onChange={(event) => change({ checkSet: event.currentTarget.value })}
            />
            <div className={classes.fields}>
              <NumberInput
                size="xs"
                label="Samples"
                min={1}
                max={1000}
                allowDecimal={false}
                value={draft.checkSamples}
                error={fault('check_samples')}
                onChange={(value) => typeof value === 'number' && change({ checkSamples: value })}
              />
              <NumberInput
                size="xs"
                label="May differ by"
                min={0.001}
                max={0.5}
                step={0.01}
                decimalScale={3}
                value={draft.limit}
                error={fault('disagreement_limit')}
                onChange={(value) => typeof value === 'number' && change({ limit: value })}
              />
            </div>
            <div className={classes.fields}>
              <NumberInput
                size="xs"
                label="Threads"
                placeholder="all vCPUs"
                min={1}
                max={1024}
                allowDecimal={false}
                value={draft.threads ?? ''}
                error={fault('threads')}
                onChange={(value) => change({ threads: typeof value === 'number' ? value : null })}
              />
              <NumberInput
                size="xs"
                label="Decisions a request"
                min={1}
                max={8}
                allowDecimal={false}
                value={draft.decisionsPerRequest}
                error={fault('decisions_per_request')}
                onChange={(value) => typeof value === 'number' && change({ decisionsPerRequest: value })}
              />
            </div>
          </>
        )}
        <div className={classes.fields}>
          <NumberInput
            size="xs"
            label="Context, tokens"
            min={256}
            step={1024}
            allowDecimal={false}
            value={draft.contextTokens}
            error={fault('context_tokens')}
            onChange={(value) => typeof value === 'number' && change({ contextTokens: value })}
          />
          <NumberInput
            size="xs"
            label="Waits for a machine, s"
            min={PROVISION_SECONDS.min}
            max={PROVISION_SECONDS.max}
            step={60}
            allowDecimal={false}
            value={draft.provisionSeconds}
            error={fault('provision_timeout_seconds')}
            onChange={(value) => typeof value === 'number' && change({ provisionSeconds: value })}
          />
        </div>
        <NativeSelect
          size="xs"
          label="Image"
          value={draft.imageFrom}
          data={[
            {
              value: 'own',
              label: decisions
                ? 'Built in your account; reused when it exists'
                : 'The stock llama.cpp image, by digest',
            },
            { value: 'uri', label: 'One that exists, by digest' },
          ]}
          onChange={(event) => change({ imageFrom: event.currentTarget.value === 'uri' ? 'uri' : 'own' })}
        />
        {draft.imageFrom === 'uri' && (
          <TextInput
            size="xs"
            label="Image by digest"
            placeholder="REPOSITORY@sha256:…"
            value={draft.imageUri}
            error={fault('image.uri')}
            onChange={(event) => change({ imageUri: event.currentTarget.value })}
          />
        )}
      </div>
    </details>
  );
}
