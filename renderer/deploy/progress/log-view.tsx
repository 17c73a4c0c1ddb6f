import { useLayoutEffect, useRef } from 'react';
import type { DeploymentLogLine } from '../../../workbench/contract/deployments.ts';
import { CopyButton } from '../../app/copy-block.tsx';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import deploy from '../deploy-screen.module.css';
import classes from './log-view.module.css';
import { useLog } from './use-log.ts';

const sources: Readonly<Record<DeploymentLogLine['from'], string>> = {
  app: 'workbench',
  'model-build': 'model',
  'image-build': 'image',
  endpoint: 'endpoint',
};

/** Nearer to the end than this, the end is what is being read. */
const NEAR_PX = 32;

/** What builds and container write, as they write it; it follows the end until somebody scrolls up. */
export function LogView({ id }: { id: string }) {
  const { lines, fault } = useLog(id);
  const box = useRef<HTMLOListElement>(null);
  const follows = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever lines came
  useLayoutEffect(() => {
    if (box.current !== null && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <>
      <div className={deploy.head}>
        <h3 id="log-title" className={deploy.subtitle}>
          Log
        </h3>
        {lines.length > 0 && (
          <CopyButton
            label="Log"
            text={lines.map(({ time, from, text }) => `${time} ${sources[from]} ${text}`).join('\n')}
          />
        )}
      </div>
      {fault !== null && <FaultCard fault={fault} />}
      <ol
        ref={box}
        className={classes.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-labelledby="log-title"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
        }}
      >
        {lines.length === 0 && <li className={classes.empty}>Nothing is written yet.</li>}
        {lines.map(({ at, time, from, text }) => (
          <li key={at} className={classes.line}>
            <span className={classes.meta}>{clockTime(time)}</span>
            <span className={classes.meta}>{sources[from]}</span>
            <span className={classes.text}>{text}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function clockTime(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB');
}
