import { Badge, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { EngineState, ModelEntry } from '../../workbench/contract/models.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { formatBytes } from '../app/format-bytes.ts';
import { notifyError } from '../app/notify.tsx';
import classes from './model-row.module.css';
import { sayOwner } from './say-owner.ts';

interface Props {
  model: ModelEntry;
  engine: EngineState | undefined;
  onDetails: (path: string) => void;
}

/** One model file: what it is, whose it is, and what can be done with it. */
export function ModelRow({ model, engine, onDetails }: Props) {
  const { client } = useWorkbench();
  const state = engine === undefined || engine.status === 'empty' || engine.path !== model.path ? null : engine.status;
  const { header, fault, tried, parts } = model;
  const facts = [
    header?.quantization,
    header === null ? null : header.architecture,
    parts > 1 ? `${parts} parts` : null,
    model.repository ?? model.path,
  ].filter((fact) => fact != null);
  return (
    <div className={classes.card} data-state={state ?? undefined}>
      <div className={classes.words}>
        <div className={classes.head}>
          <h2 className={classes.name}>{model.name}</h2>
          {state === 'ready' && <Badge variant="filled">loaded</Badge>}
          {state === 'loading' && <Badge variant="outline">loading</Badge>}
          <Badge variant="outline" color="gray">
            {sayOwner(model)}
          </Badge>
        </div>
        <p className={classes.path} title={model.path}>
          {facts.join(' · ')}
        </p>
        {(fault !== null || tried === 'crashed') && (
          <p className={classes.fault}>
            <IconAlertTriangle size={15} aria-hidden />
            <span>
              {fault === null
                ? 'It ended the process that tried it. Details says more, and tries it again.'
                : `${fault.message} ${fault.next}`}
            </span>
          </p>
        )}
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.buttons}>
        <span className={classes.size}>{model.bytes === null ? '' : formatBytes(model.bytes)}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Details of ${model.name}`}
          onClick={() => onDetails(model.path)}
        >
          Details
        </Button>
        {state === 'ready' ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Unload ${model.name}`}
            onClick={() => void client.engine.unload().catch(notifyError)}
          >
            Unload
          </Button>
        ) : (
          <Button
            size="compact-sm"
            disabled={fault !== null || tried === 'crashed' || state === 'loading'}
            aria-label={`Load ${model.name}`}
            onClick={() => void client.engine.load({ path: model.path }).catch(notifyError)}
          >
            Load
          </Button>
        )}
      </Group>
    </div>
  );
}
