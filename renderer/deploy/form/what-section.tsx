import { Alert, NativeSelect, TextInput } from '@mantine/core';
import type { SavedConfiguration } from '../../../workbench/contract/configurations.ts';
import type { ModelEntry } from '../../../workbench/contract/models.ts';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { ChoiceCards } from '../../app/choice-cards.tsx';
import { formatBytes } from '../../app/format-bytes.ts';
import { configurationLabel, configurationWords } from '../../decide/editor/configuration-words.ts';
import classes from '../deploy-screen.module.css';
import type { SectionProps } from './section-props.ts';
import { checkSetOf, modelOf, type TargetDraft } from './target-draft.ts';

interface Props extends SectionProps {
  saved: readonly SavedConfiguration[];
  models: readonly ModelEntry[];
  sets: readonly SampleSetSummary[];
  /** Name of the endpoint that is updated; null for a new one. */
  updates: string | null;
}

const sources: Record<TargetDraft['modelFrom'], string> = {
  file: 'A file on this machine, uploaded',
  hub: 'A pinned file of Hugging Face, fetched in your account',
  'model-data': 'Packaged before, in S3',
  'container-hub': 'Hugging Face, fetched by the container at its start',
};

/** What is deployed, and what it answers. */
export function WhatSection({ draft, change, fault, saved, models, sets, updates }: Props) {
  const configuration = saved.find(({ sha256 }) => sha256 === draft.configuration);
  const sound = models.filter((model) => model.fault === null);
  const choose = (sha256: string): void => {
    const chosen = saved.find((entry) => entry.sha256 === sha256);
    const model = chosen === undefined ? undefined : modelOf(chosen, models);
    const source = chosen?.configuration.model;
    change({
      configuration: sha256,
      checkSet: checkSetOf(chosen, sets),
      ...(model === undefined ? {} : { modelFrom: 'file' as const, modelPath: model.path }),
      ...(source?.repository == null
        ? {}
        : {
            repository: source.repository,
            revision: source.revision ?? '',
            file: source.file,
            modelSha256: chosen?.configuration.scoring.model_sha256 ?? '',
          }),
    });
  };
  const offered = (Object.keys(sources) as TargetDraft['modelFrom'][]).filter(
    (from) => from !== 'container-hub' || draft.path === 'standard',
  );
  const elsewhere =
    configuration !== undefined && draft.modelFrom === 'file' && modelOf(configuration, models) === undefined;
  return (
    <section className={classes.card} aria-labelledby="what-title">
      <h2 id="what-title" className={classes.title}>
        What is deployed
      </h2>
      {updates === null && (
        <ChoiceCards
          label="Answers"
          value={draft.path}
          onChange={(path) => change({ path })}
          choices={[
            {
              value: 'decisions',
              label: 'Decisions',
              about: 'Our adapter, built in your account. A probability for every option, thresholds, fallbacks.',
            },
            {
              value: 'standard',
              label: 'Text',
              about: 'The stock llama.cpp image. OpenAI chat completions, and no option probabilities.',
            },
          ]}
        />
      )}
      {draft.path === 'standard' ? (
        <p className={classes.sentence}>
          The standard path generates text and cannot give option probabilities. Building the adapter image is worth it
          only when you need them.
        </p>
      ) : (
        <>
          <NativeSelect
            size="xs"
            label="Configuration"
            value={draft.configuration}
            data={[
              { value: '', label: 'None: a model with its own default' },
              ...saved.map((entry) => ({ value: entry.sha256, label: configurationLabel(entry) })),
            ]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <p className={classes.sentence}>
            {configuration === undefined
              ? 'Requests are answered with the model’s recorded default, else with answer letters. No threshold is applied.'
              : configurationWords(configuration.configuration)}
          </p>
        </>
      )}
      <NativeSelect
        size="xs"
        label="The model comes from"
        value={draft.modelFrom}
        data={offered.map((from) => ({ value: from, label: sources[from] }))}
        onChange={(event) => {
          const from = offered.find((entry) => entry === event.currentTarget.value);
          if (from !== undefined) change({ modelFrom: from });
        }}
      />
      {draft.modelFrom === 'file' && (
        <NativeSelect
          size="xs"
          label="Model file"
          value={draft.modelPath}
          error={fault('model.path')}
          data={[
            { value: '', label: sound.length === 0 ? 'None yet: add one on Models' : 'Choose a file' },
            ...sound.map(({ path, file, bytes }) => ({
              value: path,
              label: bytes === null ? file : `${file}, ${formatBytes(bytes)}`,
            })),
          ]}
          onChange={(event) => change({ modelPath: event.currentTarget.value })}
        />
      )}
      {elsewhere && (
        <Alert color="yellow" variant="outline" title="The model of this configuration is not here">
          It was made with {configuration.configuration.model.file}. Another file is refused, since its numbers would be
          others. Add the file on Models, or name where it was packaged.
        </Alert>
      )}
      {(draft.modelFrom === 'hub' || draft.modelFrom === 'container-hub') && (
        <>
          <TextInput
            size="xs"
            label="Repository"
            placeholder="owner/name"
            value={draft.repository}
            error={fault('model.repository')}
            onChange={(event) => change({ repository: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="File"
            placeholder="model.Q4_K_M.gguf"
            value={draft.file}
            error={fault('model.file')}
            onChange={(event) => change({ file: event.currentTarget.value })}
          />
        </>
      )}
      {draft.modelFrom === 'hub' && (
        <>
          <TextInput
            size="xs"
            label="Revision"
            description="The commit, so that it is the same file tomorrow"
            value={draft.revision}
            error={fault('model.revision')}
            onChange={(event) => change({ revision: event.currentTarget.value })}
          />
          <TextInput
            size="xs"
            label="SHA-256"
            description="A file with another one stops the build"
            value={draft.modelSha256}
            error={fault('model.sha256')}
            onChange={(event) => change({ modelSha256: event.currentTarget.value })}
          />
        </>
      )}
      {draft.modelFrom === 'container-hub' && (
        <p className={classes.sentence}>
          The container fetches it over the network, so network isolation is off, and whatever the file is then is
          served.
        </p>
      )}
      {draft.modelFrom === 'model-data' && (
        <TextInput
          size="xs"
          label="Address in S3"
          placeholder="s3://bucket/prefix/ or s3://bucket/model.tar.gz"
          value={draft.modelUrl}
          error={fault('model.url')}
          onChange={(event) => change({ modelUrl: event.currentTarget.value })}
        />
      )}
      <TextInput
        size="xs"
        label="What is decided"
        description="A tag on everything that is made"
        placeholder={configuration?.name ?? 'support-route'}
        value={draft.decision}
        onChange={(event) => change({ decision: event.currentTarget.value })}
      />
    </section>
  );
}
