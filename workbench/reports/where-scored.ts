import type { HourlyPrice } from '../contract/remote.ts';
import type { Run } from '../contract/runs.ts';

/** Where and how a run's answers were made: what may change a number a little though the model is the same. */
export interface ScoredWhere {
  /** SHA-256 of the model file; null when nobody says which it is. */
  model_sha256: string | null;
  /** As in `node-llama-cpp 3.21.1`; null when nobody says. */
  engine: string | null;
  /** With the layers on it, as in `NVIDIA L4, 37 layers`; null when nobody says. */
  device: string | null;
  /** Somewhere else than in this process: seconds include the network. */
  elsewhere: boolean;
  /** Of the whole place; null when it is unknown. */
  price: HourlyPrice | null;
  /** Other builds or devices that answered some of the rows. */
  others: readonly string[];
}

/** What a run says of it; nulls before its first answer. */
export function whereScored({ identity, answered_by, configuration }: Run): ScoredWhere {
  const model = identity?.model ?? answered_by?.model ?? null;
  const device = identity?.report.device ?? answered_by?.device ?? null;
  const layers = model === null || model.gpu_layers === 0 ? '' : `, ${model.gpu_layers} layers`;
  return {
    model_sha256: model?.sha256 ?? null,
    engine: model === null ? null : `${model.engine} ${model.engine_version}`,
    device: device === null ? (layers === '' ? null : layers.slice(2)) : `${device}${layers}`,
    elsewhere: configuration.remote !== undefined,
    price: configuration.remote?.price ?? null,
    others: answered_by?.others ?? [],
  };
}

const RUN_TIME = 'are run-time differences and no evidence about the model';

/**
 * The line for two configurations whose engine build or device differ; null when they are the same, or nobody knows.
 * @param names of the baseline and of the other
 */
export function runTimeDifference(
  baseline: ScoredWhere,
  other: ScoredWhere,
  names: readonly [string, string],
): string | null {
  const differing = [
    ...difference('engine build', baseline.engine, other.engine),
    ...difference('device', baseline.device, other.device),
  ];
  if (differing.length === 0) return null;
  const which = `${names[1]} differs from ${names[0]} in ${differing.join(' and ')}`;
  const known = baseline.model_sha256 !== null && other.model_sha256 !== null;
  if (known && baseline.model_sha256 === other.model_sha256) {
    return `${which}, with the same model file: differences in their answers ${RUN_TIME}.`;
  }
  return `${which} too: some of the differences in their answers ${RUN_TIME}.`;
}

function difference(what: string, one: string | null, other: string | null): string[] {
  return one === null || other === null || one === other ? [] : [`${what} (${other} against ${one})`];
}

/** What is to be known of one configuration's place, as sentences. */
export function placeRemarks(name: string, { elsewhere, others }: ScoredWhere): string[] {
  if (!elsewhere) return [];
  const drift =
    others.length === 0
      ? []
      : [`Several builds or devices answered ${name} (also ${others.join('; ')}): small differences ${RUN_TIME}.`];
  return [`${name} was asked one sample after the other, from here: its latency includes the network.`, ...drift];
}

const SECONDS_AN_HOUR = 3600;

/**
 * US dollars for 1,000 decisions that are asked one after the other: price an hour × seconds of a decision. An upper
 * bound: an endpoint that several callers keep busy costs less for each.
 * @param meanSeconds of one decision
 */
export function costPerThousand(usdPerHour: number | null, meanSeconds: number | null): number | null {
  if (usdPerHour === null || meanSeconds === null) return null;
  return (usdPerHour / SECONDS_AN_HOUR) * meanSeconds * 1000;
}

/** As in `$0.42`; three significant digits below a dollar. */
export function showCost(usd: number): string {
  return `$${usd >= 1 ? usd.toFixed(2) : usd === 0 ? '0' : usd.toPrecision(2)}`;
}
