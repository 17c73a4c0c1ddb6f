import type { Endpoint, EndpointList } from '../contract/endpoints.ts';
import { faultOfData } from '../contract/fault-of-error.ts';
import { usd } from '../deployment/plan/price-target.ts';
import { choosePlaces, type PlaceOptions } from './aws-place.ts';
import { printable } from './printable.ts';
import { describeFault } from './report-fault.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withWorkbench } from './with-workbench.ts';

export interface EndpointsOptions extends PlaceOptions {
  expired?: true;
  json?: true;
  workspace?: string;
}

/**
 * `endpoints`: all that is tagged ours and all that the journal knows, in every chosen region; orphans first.
 * @throws Fault when no region could be asked
 */
export async function endpointsCommand(terminal: Terminal, options: EndpointsOptions): Promise<void> {
  await withWorkbench(terminal, options.workspace, async (client) => {
    const places = await choosePlaces(client, options);
    const list = await client.endpoints.list(places);
    const shown = options.expired ? { ...list, endpoints: list.endpoints.filter(({ expired }) => expired) } : list;
    const [first] = list.faults;
    const unasked = first !== undefined && list.faults.length === places.regions.length;
    // A table of regions that were not asked would say that nothing runs there.
    if (options.json || !unasked) {
      const answered = places.regions.filter((region) => !list.faults.some((fault) => fault.region === region));
      terminal.out(
        options.json
          ? `${JSON.stringify(shown, null, 2)}\n`
          : describeList(shown, answered, options.expired ? 'has expired' : 'runs'),
      );
    }
    if (unasked) throw faultOfData(first.fault);
    for (const { region, fault } of [...list.faults, ...list.unread])
      terminal.err(`${region}: ${describeFault(fault)}`);
  });
}

/** @param regions those that answered @param does what is said of an endpoint that is listed */
function describeList(
  { endpoints, leftovers }: EndpointList,
  regions: readonly string[],
  does: 'runs' | 'has expired',
): string {
  const head = [
    'endpoint',
    'region',
    'state',
    'instance',
    'price an hour',
    'cost so far',
    'last call',
    'expires',
    'remarks',
  ];
  const none = `No endpoint of ours ${does} in ${regions.join(', ')}.\n`;
  const table = endpoints.length === 0 ? none : textTable([head, ...endpoints.map(cells)]);
  if (leftovers.length === 0) return table;
  const lines = leftovers.map(
    ({ region, kind, name, costs }) => `  ${region} ${kind} ${printable(name)}${costs ? ' (costs)' : ''}`,
  );
  return `${table}\nOurs, without an endpoint:\n${lines.join('\n')}\n`;
}

function cells(endpoint: Endpoint): string[] {
  const { ref, status, instance_type, instance_types, price, cost_so_far_usd, last_called_at, expires_at } = endpoint;
  const remarks = [
    ...(endpoint.orphan ? ['orphan: this journal does not know it'] : []),
    ...(endpoint.expired ? ['expired'] : []),
    ...(endpoint.idle ? ['no call for a day'] : []),
    ...(endpoint.failure === null ? [] : [endpoint.failure]),
  ];
  return [
    ref.name,
    ref.region,
    status,
    instance_type ?? instance_types.join(', '),
    price.usd_per_hour === null ? 'unknown' : `${price.upper_bound ? 'at most ' : ''}${usd(price.usd_per_hour)}`,
    cost_so_far_usd === null ? 'unknown' : usd(cost_so_far_usd),
    last_called_at ?? 'never, from here',
    expires_at ?? 'never',
    remarks.join('; '),
  ].map(printable);
}
