import type { Order } from '../configuration/scoring-settings.ts';
import { softmax } from '../readout/softmax.ts';

/** A mean of probabilities below is raised to it before its logarithm, as in the statistics that fit on it. */
const LOG_CLIP = 1e-15;

/** What was read of one decision, before anything fitted applies. Options in the caller's order. */
export interface Reading {
  order: Order;
  /** The temperature that `probabilities` were made with. */
  temperature: number;
  /** Raw logits z of the order as given. */
  logits: readonly number[];
  /** softmax(z/temperature), or its mean over the orders. */
  probabilities: readonly number[];
}

/** What was fitted: p = softmax(z/T + b). */
export interface Calibration {
  temperature: number;
  /** One for each option, in nats; null for none. */
  bias: readonly number[] | null;
}

/**
 * The probabilities under a fitted temperature T and bias b. One order: softmax(z/T + b). Several: the mean p̄ over the
 * orders, made at temperature T₀, is what the fit saw, so softmax(ln p̄ · T₀/T + b); with one order both are the same.
 * @throws Fault NON_FINITE_LOGIT
 */
export function calibrate(reading: Reading, { temperature, bias }: Calibration): number[] {
  const { order, logits, probabilities } = reading;
  if (order === 'as-given')
    return softmax(
      withBias(
        logits.map((logit) => logit / temperature),
        bias,
      ),
      1,
    );
  if (temperature === reading.temperature && bias === null) return [...probabilities];
  const scale = reading.temperature / temperature;
  const scaled = probabilities.map((p) => Math.log(Math.max(p, LOG_CLIP)) * scale);
  return softmax(withBias(scaled, bias), 1);
}

function withBias(values: readonly number[], bias: readonly number[] | null): number[] {
  return values.map((value, option) => value + (bias?.[option] ?? 0));
}
