import { ActionIcon, Button, Indicator, Popover, Progress, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconProgress, IconX } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { WorkbenchEvent } from '../../workbench/contract/events.ts';
import type { Job } from '../../workbench/contract/jobs.ts';
import { CancelDownloadDialog } from './cancel-download-dialog.tsx';
import { useJobs, useWorkbench, useWorkbenchEvents } from './connection/use-workbench.tsx';
import { formatBytes } from './format-bytes.ts';
import classes from './jobs-button.module.css';
import { notifyDone, notifyError, notifyFault } from './notify.tsx';
import { isToldWhenDone } from './told-when-done.ts';
import { useJobRate } from './use-job-rate.ts';

/** Long work that runs now; it can be left, paused and cancelled, and says when it is done. */
export function JobsButton() {
  const jobs = useJobs().filter(isOpen);
  useWorkbenchEvents(
    useCallback((event: WorkbenchEvent) => {
      if (event.type !== 'job') return;
      const { job } = event;
      if (job.state === 'failed' && job.fault !== null) notifyFault(job.fault);
      if (job.state === 'done' && isToldWhenDone(job.kind)) notifyDone(`${job.title}: done.`);
    }, []),
  );
  if (jobs.length === 0) return null;
  return (
    <Popover position="bottom-end" withArrow trapFocus width={340}>
      {/* the target must be the button itself: what it opens is said on it */}
      <Indicator label={jobs.length} size={16}>
        <Popover.Target>
          <ActionIcon variant="default" size="lg" aria-label={`Running work: ${jobs.length}`}>
            <IconProgress size={18} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown aria-label="Running work">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

export function isOpen(job: Job): boolean {
  return job.state === 'queued' || job.state === 'running' || job.state === 'paused';
}

/** One piece of work with its progress and what can be done about it. */
export function JobRow({ job }: { job: Job }) {
  const { client } = useWorkbench();
  const share = shareDone(job);
  const rate = useJobRate(job);
  const [stopping, setStopping] = useState(false);
  return (
    <div className={classes.job}>
      <Text size="sm" fw={500} className={classes.title}>
        {job.title}
      </Text>
      <Progress
        value={share === null ? 100 : share * 100}
        animated={share === null && job.state === 'running'}
        size="sm"
        aria-label={`Progress of ${job.title}`}
      />
      <div className={classes.foot}>
        <Text size="xs" c="dimmed" className={classes.words}>
          {describeProgress(job)}
          {rate === '' ? '' : ` · ${rate}`}
        </Text>
        {job.pausable && job.state === 'running' && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlayerPause size={14} aria-hidden />}
            onClick={() => void client.jobs.pause({ id: job.id }).catch(notifyError)}
          >
            Pause
          </Button>
        )}
        {job.state === 'paused' && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() => void client.jobs.resume({ id: job.id }).catch(notifyError)}
          >
            Resume
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => {
            if (job.kind === 'download') setStopping(true);
            else void client.jobs.cancel({ id: job.id }).catch(notifyError);
          }}
        >
          Cancel
        </Button>
        {stopping && <CancelDownloadDialog job={job} onClose={() => setStopping(false)} />}
      </div>
    </div>
  );
}

function shareDone(job: Job): number | null {
  if (job.progress === null || job.progress.total <= 0) return null;
  return Math.min(1, job.progress.done / job.progress.total);
}

function describeProgress(job: Job): string {
  if (job.state === 'queued') return 'Waits for its turn';
  const share = shareDone(job);
  const word = job.state === 'paused' ? 'Paused' : 'Running';
  if (share === null || job.progress === null) return word;
  const percent = `${Math.floor(share * 100)} %`;
  if (job.progress.unit !== 'bytes') return `${word} · ${percent}`;
  return `${word} · ${percent} · ${formatBytes(job.progress.done)} of ${formatBytes(job.progress.total)}`;
}
