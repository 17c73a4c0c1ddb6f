import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { Fault } from '../../adapter/fault.ts';
import { createEndpoint } from '../../test/deployment/create-endpoint.ts';
import { fastClock } from '../../test/deployment/fast-clock.ts';
import { CREDENTIALS, REGION } from '../../test/stand-ins/aws/account.ts';
import { openMemoryAws } from '../../test/stand-ins/aws/open-aws.ts';
import { openAws } from '../deployment/aws/open-aws.ts';
import { type CheckParts, createCheckEndpoint, type EndpointCheck } from './check-endpoint.ts';

/** An endpoint whose container answers so, and what checks it. */
async function setUp(answer: (body: string) => object) {
  const standIn = await openMemoryAws();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer(body))),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  standIn.container = () => `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  await createEndpoint(standIn, 'triage');
  const aws = await openAws({
    region: REGION,
    profile: null,
    clock: fastClock(),
    environment: { DECISION_WORKBENCH_AWS_ENDPOINTS: standIn.endpoints() },
    credentials: async () => ({ ...CREDENTIALS }),
  });
  onTestFinished(async () => {
    aws.close();
    server.closeAllConnections();
    server.close();
    await standIn.close();
  });
  const asked: unknown[] = [];
  const parts: CheckParts = {
    samples: { load: () => Promise.reject(new Error('No samples')) },
    configurations: {
      get: () => {
        throw new Fault('NOT_FOUND', 'There is none.', 'Choose another.');
      },
    },
    withLocalModel: async (model, _signal, work) => {
      asked.push(model);
      return work(async ({ options }) => ({ probabilities: options.map((_, at) => (at === 0 ? 1 : 0)), seconds: 0.5 }));
    },
  };
  const check: EndpointCheck = {
    aws,
    name: 'triage',
    path: 'decisions',
    source: { from: 'example' },
    samples: 1,
    limit: 0.02,
    // Any file that is there will do: nothing loads it.
    model_path: import.meta.filename,
    configuration_sha256: null,
  };
  const run = (own: Partial<EndpointCheck> = {}) =>
    createCheckEndpoint(parts)({ ...check, ...own }, new AbortController().signal);
  return { run, asked };
}

/** Sure of the option at a place. */
function sureOf(place: number) {
  return (body: string) => {
    const { decision } = JSON.parse(body);
    const option_ids = decision.options.map(({ id }: { id: string }) => id);
    return {
      result: {
        id: decision.id,
        option_ids,
        probabilities: option_ids.map((_: string, at: number) => (at === place ? 1 : 0)),
      },
    };
  };
}

it('compares the example here and there, and agrees or does not', async () => {
  const same = await setUp(sureOf(0));
  expect(await same.run()).toMatchObject({ verdict: 'agrees', samples: 1, agreed: 1, largest_difference: 0 });
  expect(same.asked).toEqual([{ path: import.meta.filename, configuration: null }]);
  const other = await setUp(sureOf(1));
  expect(await other.run()).toMatchObject({ verdict: 'disagrees', agreed: 0, largest_difference: 1 });
});

it('asks the endpoint alone when the model is not here', async () => {
  const { run, asked } = await setUp(sureOf(0));
  expect(await run({ model_path: '/nowhere/model.gguf' })).toMatchObject({ verdict: 'not-compared', failed: 0 });
  expect(asked).toEqual([]);
});

it('refuses to compare with a configuration that is not saved here', async () => {
  const { run } = await setUp(sureOf(0));
  await expect(run({ configuration_sha256: 'c'.repeat(64) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('not saved here'),
  });
});

it('shows of the standard path that it answers in words', async () => {
  const { run, asked } = await setUp(() => ({ choices: [{ message: { role: 'assistant', content: 'billing' } }] }));
  expect(await run({ path: 'standard' })).toMatchObject({ verdict: 'not-compared', failed: 0 });
  expect(asked).toEqual([]);
  const silent = await setUp(() => ({ choices: [] }));
  expect(await silent.run({ path: 'standard' })).toMatchObject({ verdict: 'disagrees', failed: 1 });
});
