import type { Plan } from '../../../workbench/deployment/plan/plan.ts';
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
      <p className={deploy.sentence}>{price.words.charAt(0).toUpperCase() + price.words.slice(1)}</p>
      {other_costs.length > 0 && <p className={deploy.sentence}>Also paid: {other_costs.join(' ')}</p>}
    </>
  );
}
