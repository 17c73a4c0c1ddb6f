import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { Finding } from '../../../workbench/deployment/plan/plan.ts';
import classes from './plan.module.css';

const looks = {
  refusal: { word: 'Cannot be started', Icon: IconCircleX },
  warning: { word: 'Warning', Icon: IconAlertTriangle },
  note: { word: 'Note', Icon: IconInfoCircle },
} as const;
const places = { refusal: 0, warning: 1, note: 2 } as const;

/** Everything to know before it starts, all at once, what forbids it first. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  const sorted = findings.toSorted((one, other) => places[one.severity] - places[other.severity]);
  return (
    <ul className={classes.findings} aria-label="What to know before">
      {sorted.map(({ severity, about, message, next }) => {
        const { word, Icon } = looks[severity];
        return (
          <li key={`${about} ${message}`} className={classes.finding} data-severity={severity}>
            <Icon size={17} aria-hidden />
            <div>
              <strong>{word}: </strong>
              {message}
              <span className={classes.next}>{next}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
