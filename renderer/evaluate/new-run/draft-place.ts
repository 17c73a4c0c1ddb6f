import type { Deployment } from '../../../workbench/contract/deployments.ts';
import { type RemoteTarget, remoteTargetSchema } from '../../../workbench/contract/remote.ts';
import type { RunConfiguration } from '../../../workbench/contract/runs.ts';
import type { Settings } from '../../../workbench/contract/settings.ts';
import { defaultScoring } from '../../../workbench/decisions/default-scoring.ts';

/** A place elsewhere as it is being written: texts as they were typed. */
export interface DraftPlace {
  key: number;
  kind: RemoteTarget['kind'];
  endpoint_name: string;
  region: string;
  /** Empty takes what the environment offers. */
  profile: string;
  url: string;
  model: string;
  /** Name of an environment variable; empty for no key. */
  key_variable: string;
  /** US dollars an hour; empty for unknown. */
  price: string;
}

export type PlaceField = Exclude<keyof DraftPlace, 'key' | 'kind'>;

export const placeKinds: readonly { value: RemoteTarget['kind']; label: string }[] = [
  { value: 'endpoint', label: 'A SageMaker endpoint' },
  { value: 'decisions', label: 'A decision server (/invocations)' },
  { value: 'system-one', label: 'A System One server (/v1/systemone)' },
];

/** A new place: the endpoint that was deployed last, if there is one, else an empty address. */
export function newPlace(key: number, deployments: readonly Deployment[]): DraftPlace {
  const empty = { endpoint_name: '', region: '', profile: '', url: '', model: 'default', key_variable: '', price: '' };
  const [last] = deployments.filter(({ state, plan }) => state === 'done' && plan.target.path === 'decisions');
  if (last === undefined) return { key, kind: 'decisions', ...empty };
  const { name, region, profile } = last.plan.target;
  const { usd_per_hour } = last.plan.price;
  return {
    key,
    kind: 'endpoint',
    ...empty,
    endpoint_name: name,
    region,
    profile: profile ?? '',
    price: usd_per_hour === null ? '' : String(usd_per_hour),
  };
}

/** What is wrong with a place, by field; empty when it can be asked. */
export function placeProblems(draft: DraftPlace): Partial<Record<PlaceField, string>> {
  const parsed = remoteTargetSchema.safeParse(targetOf(draft));
  const problems: Partial<Record<PlaceField, string>> = {};
  if (draft.price.trim() !== '' && !(Number(draft.price) >= 0)) problems.price = 'A number from 0, in US dollars.';
  for (const { path } of parsed.success ? [] : parsed.error.issues) {
    const field = fieldNames.find((name) => name === path[0]);
    if (field !== undefined) problems[field] ??= expected[field];
  }
  return problems;
}

const fieldNames: readonly PlaceField[] = [
  'endpoint_name',
  'region',
  'profile',
  'url',
  'model',
  'key_variable',
  'price',
];

const expected: Record<PlaceField, string> = {
  endpoint_name: 'The name of an endpoint.',
  region: 'A region, as in eu-west-1.',
  profile: 'The name of a profile.',
  url: 'An address that begins with https:// or http://.',
  model: 'The name of a model, or default.',
  key_variable: 'The name of an environment variable, and not the key itself.',
  price: 'A number from 0, in US dollars.',
};

/** The places as a run takes them. How a server reads its model is set there. */
export function toPlaceConfigurations(drafts: readonly DraftPlace[], engine: Settings['engine']): RunConfiguration[] {
  return drafts.flatMap((draft) => {
    const parsed = remoteTargetSchema.safeParse(targetOf(draft));
    if (!parsed.success) return [];
    const name = placeName(parsed.data);
    return [{ name, model_path: name, remote: parsed.data, scoring: defaultScoring, question: null, engine }];
  });
}

function placeName(target: RemoteTarget): string {
  if (target.kind === 'endpoint') return `${target.endpoint_name} · endpoint`;
  const { host } = new URL(target.url);
  return target.kind === 'decisions' ? host : `${target.model} · ${host}`;
}

function targetOf(draft: DraftPlace): object {
  const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());
  const usd = text(draft.price);
  const price = usd === null ? null : { usd_per_hour: Number(usd), source: 'as given' };
  const { kind } = draft;
  if (kind === 'endpoint') {
    const { endpoint_name, region, profile } = draft;
    return { kind, endpoint_name: endpoint_name.trim(), region: region.trim(), profile: text(profile), price };
  }
  const address = { url: draft.url.trim(), key_variable: text(draft.key_variable), price };
  return kind === 'decisions' ? { kind, ...address } : { kind, model: draft.model.trim(), ...address };
}
