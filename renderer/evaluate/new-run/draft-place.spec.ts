import { describe, expect, it } from 'vitest';
import { runConfigurationSchema } from '../../../workbench/contract/runs.ts';
import { type DraftPlace, newPlace, placeProblems, toPlaceConfigurations } from './draft-place.ts';

const engine = { gpuLayers: 0, threads: 1, contextTokens: 512, mode: 'reproducible' } as const;
const place = (own: Partial<DraftPlace>): DraftPlace => ({ ...newPlace(0, []), ...own });

describe('a place elsewhere', () => {
  it('becomes a configuration of its kind', () => {
    const drafts = [
      place({ kind: 'endpoint', endpoint_name: ' triage ', region: 'eu-west-1', price: '1.5' }),
      place({ kind: 'decisions', url: 'https://example.com', key_variable: 'FAR_KEY' }),
      place({ kind: 'system-one', url: 'https://example.com/base/', model: 'jev-latest' }),
    ];
    const configurations = toPlaceConfigurations(drafts, engine);
    for (const one of configurations) expect(runConfigurationSchema.safeParse(one).success).toBe(true);
    expect(configurations.map(({ name }) => name)).toEqual([
      'triage · endpoint',
      'example.com',
      'jev-latest · example.com',
    ]);
    expect(configurations.map(({ remote }) => remote)).toEqual([
      {
        kind: 'endpoint',
        endpoint_name: 'triage',
        region: 'eu-west-1',
        profile: null,
        price: { usd_per_hour: 1.5, source: 'as given' },
      },
      { kind: 'decisions', url: 'https://example.com', key_variable: 'FAR_KEY', price: null },
      {
        kind: 'system-one',
        url: 'https://example.com/base/',
        model: 'jev-latest',
        key_variable: null,
        price: null,
      },
    ]);
  });

  it.each<[Partial<DraftPlace>, string[]]>([
    [{ kind: 'endpoint' }, ['endpoint_name', 'region']],
    [{ kind: 'decisions', url: 'ftp://example.com' }, ['url']],
    [{ kind: 'decisions', url: 'https://example.com', key_variable: 'sk-a-key' }, ['key_variable']],
    [{ kind: 'system-one', url: 'https://example.com', model: '' }, ['model']],
    [{ kind: 'decisions', url: 'https://example.com', price: 'much' }, ['price']],
    [{ kind: 'decisions', url: 'https://example.com', price: '-1' }, ['price']],
    [{ kind: 'decisions', url: 'https://example.com' }, []],
  ])('%o is at fault in %o', (own, fields) => {
    expect(Object.keys(placeProblems(place(own))).toSorted()).toEqual(fields);
    expect(toPlaceConfigurations([place(own)], engine)).toHaveLength(fields.length === 0 ? 1 : 0);
  });
});
