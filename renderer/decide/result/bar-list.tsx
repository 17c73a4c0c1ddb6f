import { IconChevronRight } from '@tabler/icons-react';
import { lookOf } from '../../app/theme/hues.ts';
import classes from './bar-list.module.css';
import type { Bar } from './bars-of.ts';
import { formatChange, formatProbability, optionName } from './describe-bars.ts';

/** From here on rows are lower, so that a long list still fits a screen. */
const MANY_OPTIONS = 14;

interface Props {
  bars: readonly Bar[];
  /** The option that leads. */
  leader: string | null;
  /** Probabilities of another version of this question, by option id. */
  compared: ReadonlyMap<string, number> | null;
  label: string;
}

/** The bars in the order of the options. Width and number say the same; the leader also carries a mark. */
export function BarList({ bars, leader, compared, label }: Props) {
  return (
    <ul
      className={classes.list}
      data-many={bars.length > MANY_OPTIONS || undefined}
      data-compared={compared !== null || undefined}
      aria-label={label}
    >
      {bars.map((bar) => {
        const look = lookOf(bar.hue);
        const before = compared?.get(bar.id);
        const share = bar.probability ?? 0;
        return (
          <li key={bar.key} className={classes.row} data-leads={bar.key === leader || undefined}>
            <span className={classes.mark} aria-hidden>
              {bar.key === leader && <IconChevronRight size={13} stroke={3} />}
            </span>
            <span className={classes.name} title={bar.description === '' ? undefined : bar.description}>
              {optionName(bar)}
              {bar.key === leader && <span className={classes.hidden}>, leads</span>}
            </span>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.bar}
                data-pattern={look.pattern}
                style={{ backgroundColor: look.color, width: `${share * 100}%` }}
              />
              {before !== undefined && <span className={classes.before} style={{ left: `${before * 100}%` }} />}
            </span>
            <span className={classes.value}>{formatProbability(bar.probability)}</span>
            {compared !== null && (
              <span className={classes.change}>
                {before === undefined || bar.probability === null ? 'new' : formatChange(bar.probability - before)}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
