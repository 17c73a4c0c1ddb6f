import { ActionIcon, Button, Group, Progress, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import type { RunSummary } from '../../workbench/contract/runs.ts';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyError } from '../app/notify.tsx';
import { sayWhen } from '../decide/document/say-when.ts';
import { sayRun } from '../runs/say-run.ts';
import classes from './run-card.module.css';

interface Props {
  summary: RunSummary;
  shown: boolean;
  onShow: () => void;
  onRemove: () => void;
}

/** One run of the list: how far it is, and what can be done about it. */
export function RunCard({ summary, shown, onShow, onRemove }: Props) {
  const { client } = useWorkbench();
  const { run, scored, failed } = summary;
  const { state, configuration } = run;
  const by = { id: run.id };
  const final = state === 'cancelled' || state === 'failed' || state === 'done';
  const open = scored + failed < run.samples;
  return (
    <li className={classes.card} data-shown={shown || undefined}>
      <button type="button" className={classes.name} aria-pressed={shown} onClick={onShow}>
        {configuration.name}
        <span className={classes.when}>{sayWhen(run.created_at)}</span>
      </button>
      <Progress.Root size="sm">
        <Progress.Section
          value={run.samples === 0 ? 0 : (scored / run.samples) * 100}
          aria-label={`Scored: ${configuration.name}`}
        />
        <Progress.Section
          value={run.samples === 0 ? 0 : (failed / run.samples) * 100}
          color="red"
          aria-label={`Failed: ${configuration.name}`}
        />
      </Progress.Root>
      <p className={classes.state}>{sayRun(summary)}</p>
      <Group gap={4} className={classes.tools}>
        {state === 'running' && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerPause size={14} aria-hidden />}
            aria-label={`Pause ${configuration.name}`}
            onClick={() => void client.runs.pause(by).catch(notifyError)}
          >
            Pause
          </Button>
        )}
        {(state === 'paused' || (final && open)) && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            aria-label={`Resume ${configuration.name}`}
            onClick={() => void client.runs.resume(by).catch(notifyError)}
          >
            Resume
          </Button>
        )}
        {!final && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconX size={14} aria-hidden />}
            aria-label={`Cancel ${configuration.name}`}
            onClick={() => void client.runs.cancel(by).catch(notifyError)}
          >
            Cancel
          </Button>
        )}
        {final && failed > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            aria-label={`Retry the failed samples of ${configuration.name}`}
            onClick={() => void client.runs.retryFailed(by).catch(notifyError)}
          >
            Retry {failed} failed
          </Button>
        )}
        {final && (
          <Tooltip label="Delete this run">
            <ActionIcon
              className={classes.remove}
              variant="subtle"
              color="gray"
              aria-label={`Delete the run ${configuration.name}`}
              onClick={onRemove}
            >
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </li>
  );
}
