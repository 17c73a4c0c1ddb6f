import { expect, it } from 'vitest';
import { parseRequest } from '../../../adapter/decision/parse-request.ts';
import { bodyOfFile, exampleBody } from './request-body.ts';

const decision =
  '{"id": "d", "state": "s", "question": "q?", "options": [{"id": "a", "description": "A"}, {"id": "b", "description": "B"}]}';

it('frames one decision and leaves several, so that the adapter takes both', () => {
  expect(JSON.parse(bodyOfFile(`${decision}\n`))).toEqual({ decision: JSON.parse(decision) });
  const several = `{"decisions": [${decision}]}`;
  expect(bodyOfFile(several)).toBe(several);
  expect(parseRequest(bodyOfFile(decision)).length).toBe(1);
});

it('starts from a request that the adapter takes', () => {
  expect(parseRequest(exampleBody).map(({ id }) => id)).toEqual(['support-route']);
});

it('keeps a number as it was written', () => {
  expect(bodyOfFile('{"state": 1.50}')).toContain('1.50');
});
