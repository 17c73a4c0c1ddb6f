import type { SharingState } from '../../workbench/contract/sharing.ts';

type On = Extract<SharingState, { status: 'on' }>;

/** What a person wants to know of what is shared, as names with values. */
export function saySharing(on: On): [string, string][] {
  const { answered, refused, last } = on;
  return [
    ['Address', on.addresses.join(' ')],
    ['Key', on.has_key ? 'needed' : 'none'],
    ['Model', on.model],
    ['Asked with', on.configuration === null ? `its own settings (${on.readout})` : on.configuration.name],
    ['Answered', refused === 0 ? String(answered) : `${answered}, and ${refused} refused`],
    ['Last request', last === null ? 'none yet' : sayLast(last)],
  ];
}

function sayLast({ at, route, status, seconds }: NonNullable<On['last']>): string {
  const time = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return `${time}, ${route}: ${status === 200 ? 'answered' : `refused with ${status}`} in ${seconds.toFixed(2)} s`;
}
