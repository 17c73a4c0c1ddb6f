import { expect, it } from 'vitest';
import type { Endpoint } from '../../workbench/contract/endpoints.ts';
import { agoWords, costWords, instanceWords, othersWords, remindersOf, statusWords } from './endpoint-words.ts';

const endpoint: Endpoint = {
  ref: { region: 'eu-central-1', profile: null, name: 'decision-tickets' },
  arn: 'arn:aws:sagemaker:eu-central-1:123456789012:endpoint/decision-tickets',
  status: 'InService',
  failure: null,
  created_at: '2026-11-29T10:00:00Z',
  deployment_id: null,
  orphan: false,
  path: 'decisions',
  decision: 'tickets',
  configuration: null,
  instance_types: ['ml.g6e.xlarge', 'ml.g5.2xlarge'],
  instance_count: 1,
  instance_type: null,
  ready: null,
  price: { usd_per_hour: null, usd_per_month: null, upper_bound: false, source: 'unknown', date: null, words: '' },
  cost_so_far_usd: null,
  last_called_at: null,
  expires_at: null,
  expired: false,
  idle: false,
  previous_config: null,
  previous_price: null,
};

it('tells what was chosen from what may be', () => {
  expect(instanceWords(endpoint)).toBe('one of ml.g6e.xlarge, ml.g5.2xlarge');
  expect(instanceWords({ ...endpoint, instance_type: 'ml.g5.2xlarge' })).toBe('ml.g5.2xlarge, of 2 pools');
  expect(instanceWords({ ...endpoint, instance_types: ['ml.c6i.8xlarge'], instance_count: 3 })).toBe(
    '3 × ml.c6i.8xlarge',
  );
  expect(instanceWords({ ...endpoint, instance_types: [] })).toBe('not known');
});

it('reminds of what has expired and of what nobody calls', () => {
  expect(remindersOf(endpoint)).toEqual([]);
  const [expired, idle] = remindersOf({ ...endpoint, expired: true, expires_at: '2026-11-20T00:00:00Z', idle: true });
  expect(expired).toContain('20 Nov 2026');
  expect(idle).toContain('for a day');
});

it('shows a state of the service that it does not know as it is', () => {
  expect(statusWords('InService')).toBe('runs');
  expect(statusWords('Hibernating')).toBe('Hibernating');
});

it('counts days when hours no longer matter', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  expect(agoWords('2026-11-29T08:30:00Z', now)).toBe('3 h 30 min ago');
  expect(agoWords('2026-11-26T08:30:00Z', now)).toBe('3 days ago');
});

it('says before all is deleted what somebody else may have made', () => {
  expect(othersWords([endpoint])).toBe('');
  expect(othersWords([endpoint, { ...endpoint, orphan: true }])).toContain(
    'decision-tickets: another machine or person',
  );
});

it('says of a cost that it is no bill', () => {
  expect(costWords(12.3)).toMatch(/^about \$12\.30?$/);
  expect(costWords(null)).toBe('unknown');
});
