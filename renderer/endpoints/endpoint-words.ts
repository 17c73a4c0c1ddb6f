import type { Endpoint } from '../../workbench/contract/endpoints.ts';
import { formatDuration } from '../charts/format-number.ts';
import { formatUsd } from '../deploy/format-usd.ts';

/** The service's states in words. */
const statuses: Readonly<Record<string, string>> = {
  InService: 'runs',
  Creating: 'is being made',
  Updating: 'is being updated',
  SystemUpdating: 'is being updated by AWS',
  RollingBack: 'is being rolled back',
  Deleting: 'is being deleted',
  Failed: 'failed',
  OutOfService: 'out of service',
  UpdateRollbackFailed: 'update and roll-back failed',
};

export function statusWords(status: string): string {
  return statuses[status] ?? status;
}

/** What should be thought about, each as a sentence. */
export function remindersOf(endpoint: Endpoint): string[] {
  return [
    endpoint.expired && endpoint.expires_at !== null
      ? `It expired on ${dayOf(endpoint.expires_at)} and still costs. Delete it, or deploy it with a later date.`
      : null,
    endpoint.idle ? 'Nobody has called it for a day. Deleting and deploying again is the cheap pause.' : null,
  ].filter((reminder) => reminder !== null);
}

/** Before all is deleted: what somebody else of the account may have made. Empty when there is none. */
export function othersWords(endpoints: readonly Pick<Endpoint, 'orphan' | 'ref'>[]): string {
  const others = endpoints.filter(({ orphan }) => orphan).map(({ ref }) => ref.name);
  if (others.length === 0) return '';
  return `This journal does not know ${others.join(', ')}: another machine or person made ${others.length === 1 ? 'it' : 'them'} with this application.`;
}

/** Today's price and number of instances for all of its time: scaling and updates made it more or less. */
export function costWords(usd: number | null): string {
  return usd === null ? 'unknown' : `about ${formatUsd(usd)}`;
}

export function dayOf(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { dateStyle: 'medium' });
}

const DAY_SECONDS = 86_400;

/** As in `3 h 20 min ago` and, when hours no longer matter, `3 days ago`. */
export function agoWords(iso: string, now: number): string {
  const seconds = Math.max(0, now - Date.parse(iso)) / 1000;
  return seconds < 2 * DAY_SECONDS ? `${formatDuration(seconds)} ago` : `${Math.floor(seconds / DAY_SECONDS)} days ago`;
}

/** What was really chosen, and of what. */
export function instanceWords({ instance_type, instance_types, instance_count }: Endpoint): string {
  const count = instance_count === null || instance_count === 1 ? '' : `${instance_count} × `;
  if (instance_type !== null) {
    return instance_types.length > 1
      ? `${count}${instance_type}, of ${instance_types.length} pools`
      : `${count}${instance_type}`;
  }
  if (instance_types.length === 0) return 'not known';
  return `${count}${instance_types.length === 1 ? instance_types[0] : `one of ${instance_types.join(', ')}`}`;
}
