import { expect, it } from 'vitest';
import { Fault } from '../../adapter/fault.ts';
import { describeFault } from './report-fault.ts';

const described = (fields: { path: string; message: string; limit?: string }[]): string[] =>
  describeFault(new Fault('INVALID_REQUEST', 'No region is named.', 'Name one.', { fields }).toData()).split('\n');

it('says once what a field has in common with the fault, and keeps its limit', () => {
  const same = { path: '--region', message: 'No region is named.' };
  expect(described([same])).toEqual(['No region is named.', 'Name one.', '']);
  expect(described([{ ...same, limit: '--region or AWS_REGION' }])[1]).toBe('  --region: --region or AWS_REGION.');
});

it('says of each field what else is wrong with it', () => {
  const fields = [
    { path: '', message: 'It is empty.' },
    { path: 'a', message: 'It is long.', limit: '5' },
  ];
  expect(described(fields).slice(1, 3)).toEqual(['  (all of it): It is empty.', '  a: It is long. Limit: 5.']);
});
