import { Badge, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { EngineState, ModelEntry } from '../../workbench/contract/models.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { formatBytes } from '../app/format-bytes.ts';
import { notifyError } from '../app/notify.tsx';
import { describeHeader } from './describe-header.ts';
import classes from './model-row.module.css';

/** One model file: what its header says, and what can be done with it. */
export function ModelRow({ model, engine }: { model: ModelEntry; engine: EngineState | undefined }) {
  const { client } = useWorkbench();
  const state = engine === undefined || engine.status === 'empty' || engine.path !== model.path ? null : engine.status;
  const facts = describeHeader(model);
  return (
    <li className={classes.card} data-state={state ?? undefined}>
      <div className={classes.head}>
        <h2 className={classes.name}>{model.file}</h2>
        {state === 'ready' && <Badge variant="filled">loaded</Badge>}
        {state === 'loading' && <Badge variant="outline">loading</Badge>}
        {model.origin === 'starter' && <Badge variant="outline">starter</Badge>}
        {model.origin === 'variant' && <Badge variant="outline">variant of the starter</Badge>}
      </div>
      <p className={classes.path} title={model.path}>
        {model.path}
      </p>
      {model.fault !== null && (
        <p className={classes.fault}>
          <IconAlertTriangle size={15} aria-hidden />
          <span>
            {model.fault.message} {model.fault.next}
          </span>
        </p>
      )}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Group gap="xs" mt={6}>
        {state === 'ready' ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Unload ${model.file}`}
            onClick={() => void client.engine.unload().catch(notifyError)}
          >
            Unload
          </Button>
        ) : (
          <Button
            size="compact-sm"
            disabled={model.fault !== null || state === 'loading'}
            aria-label={`Load ${model.file}`}
            onClick={() => void client.engine.load({ path: model.path }).catch(notifyError)}
          >
            Load
          </Button>
        )}
        {model.origin === 'added' && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Take ${model.file} out of the list`}
            title="The file stays where it is"
            onClick={() => void client.models.forget({ path: model.path }).catch(notifyError)}
          >
            Take out of the list
          </Button>
        )}
        <span className={classes.size}>{model.bytes === null ? '' : formatBytes(model.bytes)}</span>
      </Group>
    </li>
  );
}
