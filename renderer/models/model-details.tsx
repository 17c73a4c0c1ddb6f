import { Button, Drawer, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModelInfo } from '../../workbench/contract/models.ts';
import { faultOf } from '../app/connection/fault-of.ts';
import { useEngine, useJobs, useModels, useWorkbench } from '../app/connection/use-workbench.tsx';
import { FaultButton, FaultCard } from '../app/fault/fault-card.tsx';
import { isOpen } from '../app/jobs-button.tsx';
import { notifyError } from '../app/notify.tsx';
import { describeHeader } from './describe-header.ts';
import { FitPanel } from './fit-panel.tsx';
import classes from './model-details.module.css';
import { RemoveModelDialog } from './remove-model-dialog.tsx';
import { sayOwner } from './say-owner.ts';

/** Everything that is known of one model: its header, its memory, how it answers, where it lies and what used it. */
export function ModelDetails({ path, onClose }: { path: string | null; onClose: () => void }) {
  const file = useModels()?.find((model) => model.path === path);
  return (
    <Drawer opened={path !== null} onClose={onClose} position="right" size="lg" title={file?.name ?? 'Model'}>
      {path !== null && <Details path={path} onClose={onClose} />}
    </Drawer>
  );
}

function Details({ path, onClose }: { path: string; onClose: () => void }) {
  const { client } = useWorkbench();
  const models = useModels();
  const jobs = useJobs();
  // What is known of it changes when the list does, and when work on it ends.
  const ended = jobs.filter((job) => !isOpen(job)).length;
  const info = useQuery({
    queryKey: ['model-info', path, models, ended],
    queryFn: () => client.models.info({ path }),
    placeholderData: (before) => (before?.model.path === path ? before : undefined),
  });
  if (info.isPending) return <Loader size="sm" aria-label="Reading what is known" />;
  if (info.isError) {
    return (
      <FaultCard fault={faultOf(info.error)}>
        <FaultButton onClick={() => void info.refetch()}>Try again</FaultButton>
      </FaultCard>
    );
  }
  return <Known info={info.data} onClose={onClose} />;
}

function Known({ info, onClose }: { info: ModelInfo; onClose: () => void }) {
  const { client } = useWorkbench();
  const engine = useEngine();
  const jobs = useJobs();
  const [removing, setRemoving] = useState(false);
  const { model, places, crash, check, runs, removable } = info;
  const checking = jobs.some((job) => job.kind === 'check-model' && isOpen(job));
  const loaded = engine?.status === 'ready' && engine.path === model.path;
  return (
    <div className={classes.details}>
      {model.fault !== null && <FaultCard fault={model.fault} />}
      {crash !== null && (
        <FaultCard
          fault={{
            code: 'ENGINE_FAILED',
            message: `It ended the process that tried it: ${crash.reason}`,
            next: 'It is not loaded by itself. A newer version of the app or a file that was repaired may be worth another try.',
            fields: [],
          }}
        >
          <FaultButton onClick={() => void client.models.tryAgain({ path: model.path }).catch(notifyError)}>
            Try it again
          </FaultButton>
        </FaultCard>
      )}
      <section aria-labelledby="answers-title">
        <h3 id="answers-title" className={classes.title}>
          How it answers
        </h3>
        {check === null ? (
          <Text size="sm" c="dimmed">
            Not looked at yet. The check loads the model, scores some example decisions and takes about half a minute.
          </Text>
        ) : (
          <ul className={classes.sentences}>
            {check.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          loading={checking}
          disabled={model.fault !== null || model.tried === 'crashed'}
          onClick={() => void client.models.check({ path: model.path }).catch(notifyError)}
        >
          {check === null ? 'Check how it answers' : 'Check again'}
        </Button>
      </section>
      {model.header !== null && <FitPanel path={model.path} />}
      <section aria-labelledby="file-title">
        <h3 id="file-title" className={classes.title}>
          The file
        </h3>
        <dl className={classes.facts}>
          <Fact name="Whose it is">{sayOwner(model)}</Fact>
          {model.repository !== null && (
            <Fact name="Repository">
              {model.repository}
              {model.revision === null ? '' : ` at ${model.revision.slice(0, 12)}`}
            </Fact>
          )}
          <Fact name="Where it lies">
            {places.map((place) => (
              <span key={place.path} className={classes.place}>
                {place.path}
              </span>
            ))}
          </Fact>
          {describeHeader(model).map(({ name, value }) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
        <Group gap="xs" mt="xs">
          {model.sha256 === null && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={jobs.some((job) => job.kind === 'hash-models' && isOpen(job))}
              onClick={() => void client.models.hash().catch(notifyError)}
            >
              Compute the checksums
            </Button>
          )}
          {model.origin === 'added' && (
            <Button
              size="compact-sm"
              variant="default"
              title="The file stays where it is"
              onClick={() => {
                void client.models.forget({ path: model.path }).catch(notifyError);
                onClose();
              }}
            >
              Take out of the list
            </Button>
          )}
          {removable && (
            <Button
              size="compact-sm"
              variant="default"
              color="red"
              disabled={loaded}
              title={loaded ? 'Unload it first' : undefined}
              onClick={() => setRemoving(true)}
            >
              Delete the file
            </Button>
          )}
        </Group>
        {!removable && model.origin !== 'added' && (
          <Text size="xs" c="dimmed" mt={6}>
            It belongs to another program: it is used where it lies, and never changed, moved or deleted.
          </Text>
        )}
      </section>
      <section aria-labelledby="runs-title">
        <h3 id="runs-title" className={classes.title}>
          Runs that used it
        </h3>
        {runs.length === 0 ? (
          <Text size="sm" c="dimmed">
            None yet.
          </Text>
        ) : (
          <ul className={classes.sentences}>
            {runs.map((run) => (
              <li key={run.id}>
                {run.set_name}, {new Date(run.created_at).toLocaleString()}: {run.scored} scored
              </li>
            ))}
          </ul>
        )}
      </section>
      {removing && <RemoveModelDialog model={model} onClose={() => setRemoving(false)} onRemoved={onClose} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
