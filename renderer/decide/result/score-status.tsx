import { Button, Loader } from '@mantine/core';
import { IconCheck, IconClock, IconPencil, IconPlayerStop, IconRefresh, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shortcutKeys } from '../../app/actions/format-shortcut.ts';
import { onMac } from '../../app/actions/use-actions.tsx';
import { useEngine, useJobs, useWorkbench } from '../../app/connection/use-workbench.tsx';
import { fileName, shortModelName } from '../../app/model-name.ts';
import classes from './score-status.module.css';
import type { LiveScore } from './use-live-score.ts';

/** One line of constant height: what the bars are, and what can be done about it. */
export function ScoreStatus({ score }: { score: LiveScore }) {
  const loading = useLoading();
  const { connection } = useWorkbench();
  const { icon, words } =
    connection.status === 'lost'
      ? { icon: <IconClock size={15} />, words: 'Waits for the workbench.' }
      : loading === null
        ? describe(score)
        : { icon: <Loader size={13} />, words: loading };
  const running = score.phase === 'running' || score.phase === 'waiting';
  return (
    <div className={classes.status} data-phase={score.phase}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <span className={classes.words}>{words}</span>
      {running ? (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={score.phase !== 'running'}
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          title={shortcutKeys({ mod: true, key: '.' }, onMac).join(' ')}
          onClick={score.cancel}
        >
          Cancel
        </Button>
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={score.phase === 'idle' || score.phase === 'incomplete'}
          leftSection={<IconRefresh size={14} aria-hidden />}
          title={shortcutKeys({ mod: true, key: 'enter' }, onMac).join(' ')}
          onClick={score.scoreNow}
        >
          Score now
        </Button>
      )}
    </div>
  );
}

/** What is being loaded and how far it is; null when nothing is. */
function useLoading(): string | null {
  const engine = useEngine();
  const jobs = useJobs();
  if (engine?.status !== 'loading') return null;
  const progress = jobs.find((job) => job.id === engine.job)?.progress;
  const share =
    progress == null || progress.total === 0 ? '' : ` ${Math.floor((100 * progress.done) / progress.total)} %`;
  return `Loading ${shortModelName(fileName(engine.path))}…${share}`;
}

function describe(score: LiveScore): { icon: ReactNode; words: string } {
  const older = score.scored === null ? '' : ' The bars show an earlier state.';
  switch (score.phase) {
    case 'idle':
      return { icon: <IconClock size={15} />, words: `Waits for a model.${older}` };
    case 'incomplete':
      return { icon: <IconPencil size={15} />, words: `${sayMissing(score.missing)}${older}` };
    case 'waiting':
      return { icon: <Loader size={13} />, words: `Changed.${older}` };
    case 'running':
      return { icon: <Loader size={13} />, words: `Scoring${sayProgress(score)}.${older}` };
    case 'cancelled':
      return { icon: <IconX size={15} />, words: `Cancelled.${older}` };
    case 'failed':
      return { icon: <IconX size={15} />, words: `Not scored.${older}` };
    case 'done':
      return { icon: <IconCheck size={15} />, words: 'Up to date' };
  }
}

function sayProgress({ progress }: LiveScore): string {
  if (progress === null || progress.total === 0) return '';
  return ` ${Math.floor((100 * progress.done) / progress.total)} %`;
}

/** What is still to be written, or where something is wrong. */
function sayMissing(missing: number): string {
  return missing === 1 ? 'One field is not complete yet.' : `${missing} fields are not complete yet.`;
}
