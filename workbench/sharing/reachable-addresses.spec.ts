import { expect, test } from 'vitest';
import { reachableAddresses } from './reachable-addresses.ts';

test('the machine’s own address first, then those of its networks, each once', () => {
  const v4 = (address: string, internal = false) => ({ address, family: 'IPv4', internal });
  const addresses = reachableAddresses(8080, {
    lo: [v4('127.0.0.1', true), { address: '::1', family: 'IPv6', internal: true }],
    eth0: [v4('192.0.2.7'), { address: '2001:db8::7', family: 'IPv6', internal: false }],
    bridge: [v4('192.0.2.7'), v4('198.51.100.1')],
    gone: undefined,
  });
  expect(addresses).toEqual(['http://127.0.0.1:8080', 'http://192.0.2.7:8080', 'http://198.51.100.1:8080']);
});
