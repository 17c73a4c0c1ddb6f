import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { DecisionResult } from '../../../adapter/score/result.ts';
import { formatProbability } from './describe-bars.ts';
import classes from './result-facts.module.css';

/** Below this the model mostly wanted to say something that is no option: the letters say little. */
export const LOW_OPTION_MASS = 0.5;

/** The share of the model's next-token distribution that lies on the options, with its bound. */
export function OptionMass({ result }: { result: DecisionResult }) {
  const mass = result.allowed_token_mass;
  if (mass === null) return <>not defined (texts)</>;
  const bound = result.x_allowed_token_mass_bound ?? 0;
  return (
    <>
      {formatProbability(mass)}
      {bound >= 0.0005 && ` ± ${bound.toFixed(3)}`}
      {mass < LOW_OPTION_MASS && (
        <span className={classes.low}>
          <IconAlertTriangle size={14} aria-hidden /> low
        </span>
      )}
    </>
  );
}

/** Said when letters do not work with this model, with the way out. */
export function LowMassHint({ onUseTexts }: { onUseTexts: () => void }) {
  return (
    <div className={classes.hint} role="note">
      <IconAlertTriangle size={16} aria-hidden />
      <p>
        Less than half of what this model wanted to say next is one of the letters: answer letters probably do not work
        with it, and these bars mean little. Option texts may.
      </p>
      <Button size="compact-sm" variant="default" onClick={onUseTexts}>
        Use option texts
      </Button>
    </div>
  );
}
