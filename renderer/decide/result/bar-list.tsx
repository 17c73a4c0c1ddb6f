import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
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
      {bars.map((bar) => (
        <BarRow
          key={bar.key}
          name={optionName(bar)}
          description={bar.description}
          hue={bar.hue}
          probability={bar.probability}
          leads={bar.key === leader}
          before={compared === null ? null : (compared.get(bar.id) ?? 'new')}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  name: string;
  description: string;
  hue: number;
  probability: number | null;
  leads: boolean;
  /** The probability in the compared version; `new` when it had no such option, null when none is compared. */
  before: number | 'new' | null;
}

/** One bar; rendered anew only when it changes, since there may be 255. */
const BarRow = memo(function BarRow({ name, description, hue, probability, leads, before }: RowProps) {
  const look = lookOf(hue);
  return (
    <li className={classes.row} data-leads={leads || undefined}>
      <span className={classes.mark} aria-hidden>
        {leads && <IconChevronRight size={13} stroke={3} />}
      </span>
      <span className={classes.name} title={description === '' ? undefined : description}>
        {name}
        {leads && <span className={classes.hidden}>, leads</span>}
      </span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-pattern={look.pattern}
          style={{ backgroundColor: look.color, width: `${(probability ?? 0) * 100}%` }}
        />
        {typeof before === 'number' && <span className={classes.before} style={{ left: `${before * 100}%` }} />}
      </span>
      <span className={classes.value}>{formatProbability(probability)}</span>
      {before !== null && (
        <span className={classes.change}>
          {before === 'new' || probability === null ? 'new' : formatChange(probability - before)}
        </span>
      )}
    </li>
  );
});
