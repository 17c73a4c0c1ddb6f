import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Aws, openAws } from '../../workbench/deployment/aws/open-aws.ts';
import { createCheckEndpoint } from '../../workbench/endpoints/check-endpoint.ts';
import { CREDENTIALS, REGION } from '../stand-ins/aws/account.ts';
import type { MemoryBackend } from '../stand-ins/aws/memory/open-memory.ts';
import { type AwsStandIn, openMemoryAws } from '../stand-ins/aws/open-aws.ts';
import { createEndpoint } from './create-endpoint.ts';
import { fastClock } from './fast-clock.ts';

const never = () => Promise.reject(new Error('Nothing of this machine is asked.'));

describe('the check of an endpoint whose container misbehaves', () => {
  let aws: AwsStandIn<MemoryBackend>;
  let seen: Aws;
  let server: Server | null = null;
  beforeAll(async () => {
    aws = await openMemoryAws();
    await createEndpoint(aws, 'bench');
    const environment = { DECISION_WORKBENCH_AWS_ENDPOINTS: aws.endpoints() };
    const credentials = async () => ({ ...CREDENTIALS });
    // A hanging container is given up after this, instead of after more than a minute.
    seen = await openAws({
      region: REGION,
      profile: null,
      environment,
      credentials,
      clock: fastClock(),
      requestTimeout: 200,
    });
  });
  afterAll(async () => {
    seen?.close();
    await aws?.close();
  });
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function check(listener: RequestListener) {
    const opened = createServer(listener);
    server = opened;
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
    const address = opened.address();
    aws.container = () => `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const checkEndpoint = createCheckEndpoint({
      samples: { load: never },
      configurations: {
        get: () => {
          throw new Error('There is none.');
        },
      },
      withLocalModel: never,
    });
    const about = {
      aws: seen,
      name: 'bench',
      path: 'decisions',
      source: { from: 'example' },
      samples: 1,
      limit: 0.02,
      model_path: null,
      configuration_sha256: null,
    } as const;
    return checkEndpoint(about, new AbortController().signal);
  }

  it('that answers nothing ends, and says so', async () => {
    const { failed, rows } = await check(() => {});
    expect(failed).toBe(1);
    expect(rows[0]?.fault).toMatchObject({
      message: expect.stringMatching(/bench.*cannot be reached, or broke off/),
      next: expect.any(String),
    });
  });

  it('that answers with an error says it in the container’s own words', async () => {
    const { failed, rows } = await check((_, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"decision.options: at least 2"}');
    });
    expect(failed).toBe(1);
    expect(JSON.stringify(rows[0]?.fault)).toContain('decision.options: at least 2');
  });

  it('that answers what nobody can read is no answer', async () => {
    const { failed, rows } = await check((_, response) => response.writeHead(200).end('<html>'));
    expect([failed, rows[0]?.fault === null]).toEqual([1, false]);
  });

  it('that is busy is asked again until it has an answer', async () => {
    let calls = 0;
    const { failed, rows } = await check((_, response) => {
      calls += 1;
      const busy = calls < 3;
      response.writeHead(busy ? 503 : 400, { 'content-type': 'application/json' });
      response.end(busy ? '{"error":"busy","retryable":true}' : '{"error":"not this one"}');
    });
    expect([failed, calls]).toEqual([1, 3]);
    expect(JSON.stringify(rows[0]?.fault)).toContain('not this one');
  });
});
