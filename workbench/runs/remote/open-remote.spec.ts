import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { Decision } from '../../../adapter/decision/decision.ts';
import { type Clock, machineClock } from '../../deployment/aws/clock.ts';
import { createOpenRemote } from './open-remote.ts';

const decision: Decision = {
  id: 'd1',
  state: { kind: 'string', value: 'A card was declined.' },
  question: 'Which?',
  kind: 'choice',
  options: [
    { id: 'access', description: '' },
    { id: 'billing', description: '' },
  ],
};
const result = { id: 'd1', option_ids: ['access', 'billing'], probabilities: [0.25, 0.75] };

it('waits by the clock that it was given while a place is busy', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method !== 'POST') return response.writeHead(404).end('{}');
      asked += 1;
      const busy = asked === 1;
      response.writeHead(busy ? 503 : 200, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify(busy ? { error: 'busy', retryable: true } : { result }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const slept: number[] = [];
  const clock: Clock = { ...machineClock, sleep: async (milliseconds) => void slept.push(milliseconds) };
  const open = createOpenRemote({ environment: {}, seconds: () => performance.now() / 1000, clock });
  const target = { kind: 'decisions', url, key_variable: null, price: null } as const;
  const scorer = await open(target, null, new AbortController().signal);
  const { answer } = await scorer.score(decision);
  scorer.close();
  expect([answer.probabilities, asked, slept.length]).toEqual([[0.25, 0.75], 2, 1]);
});
