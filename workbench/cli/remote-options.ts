import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import { type RemoteTarget, remoteTargetSchema } from '../contract/remote.ts';
import type { RunConfiguration } from '../contract/runs.ts';
import { defaultScoring } from '../decisions/default-scoring.ts';
import { remoteLabel } from '../runs/remote/remote-label.ts';
import { listIssues } from '../store/read-document.ts';
import type { Terminal } from './terminal.ts';
import type { WorkbenchClient } from './with-workbench.ts';

/** Options of a command that has samples scored elsewhere. */
export interface RemoteOptions {
  /** Names of SageMaker endpoints. */
  endpoint?: string[];
  region?: string;
  profile?: string;
  /** Addresses of servers. */
  url?: string[];
  /** Of System One servers at these addresses; without it they are asked for decisions. */
  systemOne?: string;
  keyVariable?: string;
  /** US dollars. */
  pricePerHour?: number;
}

/**
 * The configurations that are scored elsewhere, in the order of the options.
 * @throws Fault INVALID_REQUEST with the options at fault
 */
export function remoteConfigurations(
  terminal: Pick<Terminal, 'env'>,
  options: RemoteOptions,
  engine: EngineSettings,
): RunConfiguration[] {
  const { pricePerHour, keyVariable: key_variable = null, systemOne } = options;
  const price = pricePerHour === undefined ? null : { usd_per_hour: pricePerHour, source: 'as given' };
  const region = options.region ?? terminal.env.AWS_REGION;
  const profile = options.profile ?? terminal.env.AWS_PROFILE ?? null;
  const targets: { option: string; target: object }[] = [
    ...(options.endpoint ?? []).map((endpoint_name) => ({
      option: '--endpoint',
      target: { kind: 'endpoint', endpoint_name, region, profile, price },
    })),
    ...(options.url ?? []).map((url) => ({
      option: '--url',
      target:
        systemOne === undefined
          ? { kind: 'decisions', url, key_variable, price }
          : { kind: 'system-one', url, model: systemOne, key_variable, price },
    })),
  ];
  return targets.map(({ option, target }) => {
    const remote = parseTarget(option, target);
    const model_path = remoteLabel(remote);
    return { name: model_path, model_path, remote, scoring: defaultScoring, question: null, engine };
  });
}

function parseTarget(option: string, target: object): RemoteTarget {
  const parsed = remoteTargetSchema.safeParse(target);
  if (parsed.success) return parsed.data;
  // The path says which of the target's fields; people know them as options.
  const fields = listIssues(parsed.error).map((field) => ({ ...field, path: optionOf(field.path) ?? option }));
  throw invalidRequest(fields);
}

function optionOf(path: string): string | null {
  if (path.startsWith('region')) return '--region';
  if (path.startsWith('profile')) return '--profile';
  if (path.startsWith('key_variable')) return '--key-variable';
  if (path.startsWith('price')) return '--price-per-hour';
  return path.startsWith('model') ? '--system-one' : null;
}

/**
 * The same with what endpoints cost, as the list of endpoints says, where no price was given. An endpoint that cannot be
 * listed goes without.
 */
export async function withEndpointPrices(
  client: WorkbenchClient,
  configurations: readonly RunConfiguration[],
): Promise<RunConfiguration[]> {
  const priced: RunConfiguration[] = [];
  for (const configuration of configurations) {
    const { remote } = configuration;
    if (remote?.kind !== 'endpoint' || remote.price !== null) priced.push(configuration);
    else {
      const { endpoint_name, region, profile } = remote;
      const listed = await client.endpoints.list({ regions: [region], profile }).catch(() => null);
      const usd = listed?.endpoints.find(({ ref }) => ref.name === endpoint_name)?.price;
      const price =
        usd?.usd_per_hour == null ? null : { usd_per_hour: usd.usd_per_hour, source: usd.words.slice(0, 300) };
      priced.push({ ...configuration, remote: { ...remote, price } });
    }
  }
  return priced;
}
