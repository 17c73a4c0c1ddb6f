import { describe, expect, it } from 'vitest';
import { Fault } from '../../adapter/fault.ts';
import { defaultSettings } from '../store/settings-store.ts';
import { type RemoteOptions, remoteConfigurations } from './remote-options.ts';

const { engine } = defaultSettings;
const of = (options: RemoteOptions, env: Record<string, string> = {}) => remoteConfigurations({ env }, options, engine);

function fieldsOf(options: RemoteOptions): string[] {
  try {
    of(options);
  } catch (error) {
    if (error instanceof Fault) return error.fields.map(({ path }) => path);
  }
  return [];
}

describe('places elsewhere on the command line', () => {
  it('are endpoints in the region of the environment, and servers of one interface', () => {
    const env = { AWS_REGION: 'eu-west-1', AWS_PROFILE: 'work' };
    expect(
      of({ endpoint: ['a'], url: ['https://example.com'], pricePerHour: 2 }, env).map(({ remote }) => remote),
    ).toEqual([
      {
        kind: 'endpoint',
        endpoint_name: 'a',
        region: 'eu-west-1',
        profile: 'work',
        price: { usd_per_hour: 2, source: 'as given' },
      },
      {
        kind: 'decisions',
        url: 'https://example.com',
        key_variable: null,
        price: { usd_per_hour: 2, source: 'as given' },
      },
    ]);
    const [one] = of({ url: ['https://example.com/'], systemOne: 'jev-3', keyVariable: 'FAR_KEY' });
    expect(one?.remote).toEqual({
      kind: 'system-one',
      url: 'https://example.com/',
      model: 'jev-3',
      key_variable: 'FAR_KEY',
      price: null,
    });
    expect(one?.name).toBe('example.com/jev-3');
  });

  it.each<[RemoteOptions, string[]]>([
    [{}, []],
    [{ endpoint: ['a'] }, ['--region']],
    [{ endpoint: ['a_b'], region: 'eu-west-1' }, ['--endpoint']],
    [{ url: ['example.com'] }, ['--url']],
    [{ url: ['https://example.com'], keyVariable: 'sk-secret' }, ['--key-variable']],
    [{ url: ['https://example.com'], systemOne: '' }, ['--system-one']],
  ])('%o names %o', (options, fields) => {
    expect(fieldsOf(options)).toEqual(fields);
  });
});
