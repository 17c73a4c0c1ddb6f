import type { Plan } from '../../../workbench/deployment/plan/plan.ts';
import { HOURS_A_MONTH } from '../../../workbench/deployment/plan/price.ts';
import deploy from '../deploy-screen.module.css';
import { formatUsd } from '../format-usd.ts';
import classes from './plan.module.css';

/** What it costs, with the date of the price; without one, the word. */
export function CostHead({ plan: { price, other_costs } }: { plan: Plan }) {
  const bound = price.upper_bound ? 'at most ' : '';
  return (
    <>
      <div className={classes.costs}>
        {price.usd_per_hour === null ? (
          <span className={classes.price}>Price unknown</span>
        ) : (
          <>
            <span className={classes.price}>
              {bound}
              {formatUsd(price.usd_per_hour)}
              <span className={classes.unit}>an hour</span>
            </span>
            <span className={classes.price}>
              {bound}
              {formatUsd(price.usd_per_month)}
              <span className={classes.unit}>a month</span>
            </span>
          </>
        )}
      </div>
      <p className={deploy.sentence}>{originWords(price)}</p>
      {other_costs.length > 0 && <p className={deploy.sentence}>Also paid: {other_costs.join(' ')}</p>}
    </>
  );
}

/** Where the price comes from and of when it is. */
function originWords({ source, date, upper_bound, words }: Plan['price']): string {
  if (source !== 'price-list' && source !== 'bundled') return words.charAt(0).toUpperCase() + words.slice(1);
  const list = source === 'price-list' ? 'The AWS price list' : 'The prices that come with the workbench';
  const bound = upper_bound ? ' The dearest that can be chosen counts, at the most instances.' : '';
  return `${list}, of ${date ?? 'an unknown date'}; a month has ${HOURS_A_MONTH} hours.${bound}`;
}
