import { Loader, Progress, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Deployment, DeploymentStepState } from '../../../workbench/contract/deployments.ts';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import { formatBytes } from '../../app/format-bytes.ts';
import { formatDuration } from '../../charts/format-number.ts';
import classes from './step-list.module.css';
import { stepWords } from './step-words.ts';
import { useNow } from './use-now.ts';

const stateSaid: Readonly<Record<DeploymentStepState['state'], string>> = {
  waiting: 'waits',
  running: 'runs',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Every step with what it does, its time so far and how long it usually takes. What failed says what to do. */
export function StepList({ deployment, remedy }: { deployment: Deployment; remedy: ReactNode }) {
  const now = useNow(deployment.steps.some(({ state }) => state === 'running'));
  return (
    <ol className={classes.steps} aria-label="Steps">
      {deployment.steps.map((step) => (
        <li key={step.step} className={classes.step} data-state={step.state} aria-label={stepWords[step.step]}>
          <span className={classes.icon}>
            <StateIcon state={step.state} />
            <VisuallyHidden>{stateSaid[step.state]}: </VisuallyHidden>
          </span>
          <span>
            <span className={classes.name}>{stepWords[step.step]}</span>
            {step.words !== '' && <span className={classes.words}>{step.words}</span>}
          </span>
          <span className={classes.time}>{timeWords(step, now)}</span>
          {(step.progress !== null || step.fault !== null) && (
            <div className={classes.more}>
              {step.progress !== null && step.state === 'running' && <StepProgress step={step} />}
              {step.fault !== null && step.state === 'failed' && <RemedyCard fault={step.fault}>{remedy}</RemedyCard>}
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function StateIcon({ state }: { state: DeploymentStepState['state'] }) {
  if (state === 'running') return <Loader size={15} aria-hidden />;
  if (state === 'done') return <IconCircleCheck size={17} aria-hidden />;
  if (state === 'failed') return <IconCircleX size={17} aria-hidden />;
  return state === 'cancelled' ? <IconCircleMinus size={17} aria-hidden /> : <IconCircleDashed size={17} aria-hidden />;
}

function StepProgress({ step }: { step: DeploymentStepState }) {
  if (step.progress === null) return null;
  const { done, total, unit, per_second } = step.progress;
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const amount = (count: number): string => (unit === 'bytes' ? formatBytes(count) : count.toLocaleString('en'));
  const left = per_second !== null && per_second > 0 ? (total - done) / per_second : null;
  return (
    <>
      <Progress size="sm" value={share * 100} aria-label={`Progress of ${stepWords[step.step]}`} />
      <span className={classes.amount}>
        {amount(done)} of {amount(total)}
        {unit === 'bytes' ? '' : ` ${unit}`}
        {per_second !== null && unit === 'bytes' && `, ${formatBytes(per_second)} a second`}
        {left !== null && left >= 1 && `, about ${formatDuration(left)} left`}
      </span>
    </>
  );
}

/** As in `2 min, usually about 5 min`. */
function timeWords({ state, started_at, ended_at, typical_seconds }: DeploymentStepState, now: number): string {
  const typical = typical_seconds === null ? null : `about ${formatDuration(typical_seconds)}`;
  if (started_at === null) return state === 'waiting' && typical !== null ? `usually ${typical}` : '';
  const end = ended_at === null ? now : Date.parse(ended_at);
  const spent = formatDuration(Math.max(0, end - Date.parse(started_at)) / 1000);
  return state === 'running' && typical !== null ? `${spent}, usually ${typical}` : spent;
}
