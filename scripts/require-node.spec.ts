import { expect, it } from 'vitest';
import { nodeComplaint } from './require-node.mjs';

it.each(['20.19.0', '20.19.1', '20.20.0', '21.0.0', '24.1.2'])('accepts %s', (version) => {
  expect(nodeComplaint(version, '>=20.19.0')).toBeNull();
});

it.each(['20.18.9', '18.30.40', '9.99.99'])('refuses %s and names both versions', (version) => {
  expect(nodeComplaint(version, '>=20.19.0')).toMatch(new RegExp(`Node ${version}.*needs 20\\.19\\.0`));
});

it('does not guess at a range that it cannot read', () => {
  expect(() => nodeComplaint('20.19.0', '^20')).toThrow('engines.node');
});
