import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { faultOf } from '../../../test/stand-ins/fault-of.ts';
import { openTestWorkbench } from '../../../test/stand-ins/open-test-workbench.ts';
import { additions, manySamples, queueQuestion, runConfiguration } from '../../../test/stand-ins/sample-sets.ts';
import type { RemoteTarget } from '../../contract/remote.ts';
import type { RunConfiguration, RunSummary } from '../../contract/runs.ts';

const KEY = 'sk-very-secret-4711';

interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Answer = (asked: Asked, response: ServerResponse, nth: number) => void;

/** A server on the loopback address that answers as a test wants; `/healthz` does not count. */
async function serve(answer: Answer) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      if (request.url === '/healthz') return void json(response, 200, { status: 'ready', device: 'Test Device' });
      const one = { path: request.url ?? '', headers: request.headers, body };
      asked.push(one);
      answer(one, response, asked.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  onTestFinished(stop);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, asked, stop };
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

const model = {
  file: 'far.gguf',
  sha256: 'e'.repeat(64),
  bytes: 5,
  repository: null,
  revision: null,
  architecture: 'far',
  quantization: 'Q8_0',
  vocab_size: 10,
  gpu_layers: 3,
  threads: 2,
  context_tokens: 256,
  engine: 'llama',
  engine_version: 'b1',
};

/** What a server for decisions answers; the options in another order than asked, to be put right. */
function decisionsAnswer(body: string, own: object = {}) {
  const { decision } = JSON.parse(body);
  return {
    result: {
      id: decision.id,
      option_ids: ['sales', 'access', 'billing'],
      probabilities: [0.1, 0.7, 0.2],
      option_logits: [1, 3, 2],
      allowed_token_mass: 0.9,
      input_tokens: 12,
      prompt_sha256: 'f'.repeat(64),
      model,
      configuration_sha256: 'c'.repeat(64),
      ...own,
    },
  };
}

const wellBehaved: Answer = ({ body }, response) => json(response, 200, decisionsAnswer(body));

async function withSet(count: number, environment: Record<string, string> = {}) {
  const opened = await openTestWorkbench({ environment });
  const { client } = opened;
  const { set } = await client.samples.create({
    name: 'Tickets',
    binding: { kind: 'bound', decision: null, question: queueQuestion },
  });
  await client.samples.edit({ id: set.id, edits: additions(manySamples(count)) });
  return { ...opened, set_id: set.id };
}
type Opened = Awaited<ReturnType<typeof withSet>>;

function decisionsAt(url: string, key_variable: string | null = null): RemoteTarget {
  return { kind: 'decisions', url, key_variable, price: null };
}

function elsewhere(remote: RemoteTarget): RunConfiguration {
  return runConfiguration('anything', { name: 'far', remote });
}

async function startRun({ client, set_id }: Opened, remote: RemoteTarget): Promise<string> {
  const request = { set_id, part: 'all' as const, configurations: [elsewhere(remote)], may_leave: true };
  const [started] = await client.runs.start(request);
  return started?.run.id ?? '';
}

const untilIn = ({ client }: Opened, id: string, state: string): Promise<RunSummary> =>
  vi.waitFor(
    async () => {
      const found = (await client.runs.list()).find(({ run }) => run.id === id);
      if (found?.run.state !== state || found.job !== null)
        throw new Error(`${found?.run.state}: ${found?.run.fault?.message}`);
      return found;
    },
    { timeout: 20_000 },
  );

const rowsOf = async ({ client }: Opened, id: string) => (await client.runs.rows({ id, from: 0, limit: 100 })).rows;

describe('a run on a server for decisions', () => {
  it('maps its answers onto rows, says who answered, and loads no model here', async () => {
    const server = await serve(wellBehaved);
    const opened = await withSet(3, { FAR_KEY: KEY });
    const id = await startRun(opened, decisionsAt(server.url, 'FAR_KEY'));
    const { run, scored } = await untilIn(opened, id, 'done');
    expect(scored).toBe(3);
    const [row] = await rowsOf(opened, id);
    expect(row).toMatchObject({ status: 'scored', logits: [3, 2, 1], option_mass: 0.9, input_tokens: 12 });
    expect(row?.status === 'scored' && row.probabilities.map((p) => Math.round(p * 1e6) / 1e6)).toEqual([
      0.7, 0.2, 0.1,
    ]);
    expect(run.identity).toBeNull();
    expect(run.answered_by).toMatchObject({ model_name: 'far.gguf', model, device: 'Test Device', others: [] });
    expect(run.configuration.model_path).toBe(new URL(server.url).host);
    expect(run.cpu_seconds).toBe(0);
    expect(run.drift).toEqual({ samples: 3, largest: 0 });
    expect(opened.engine.loads).toEqual([]);
    // Three, and the same three once more.
    expect(server.asked).toHaveLength(6);
    expect(
      server.asked.every(({ path, headers }) => path === '/invocations' && headers.authorization === `Bearer ${KEY}`),
    ).toBe(true);
  });

  it('sends evidence and question, and no label, id or note of a sample', async () => {
    const server = await serve(wellBehaved);
    const opened = await withSet(1);
    await untilIn(opened, await startRun(opened, decisionsAt(server.url)), 'done');
    const { decision } = JSON.parse(server.asked[0]?.body ?? '');
    expect(decision).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      state: 'Case s-0 of many.',
      question: queueQuestion.question,
      options: queueQuestion.options,
    });
    expect(server.asked[0]?.headers.authorization).toBeUndefined();
  });

  it('stores no key', async () => {
    const server = await serve(wellBehaved);
    const opened = await withSet(1, { FAR_KEY: KEY });
    await untilIn(opened, await startRun(opened, decisionsAt(server.url, 'FAR_KEY')), 'done');
    expect(JSON.stringify([await opened.client.runs.list(), opened.logged])).not.toContain(KEY);
  });

  it('waits while it is busy and says how often', async () => {
    const server = await serve((asked, response, nth) =>
      nth === 1
        ? json(response, 503, { error: 'Another request is being scored.', retryable: true, request_id: 'x' })
        : wellBehaved(asked, response, nth),
    );
    const opened = await withSet(2);
    const { run, failed } = await untilIn(opened, await startRun(opened, decisionsAt(server.url)), 'done');
    expect(failed).toBe(0);
    expect(run.answered_by?.busy.times).toBe(1);
    expect(run.answered_by?.busy.seconds).toBeGreaterThan(0);
  });

  it('keeps the words of a server that refuses one sample, and goes on', async () => {
    const server = await serve((asked, response, nth) =>
      nth === 0
        ? json(response, 400, {
            error: 'It has 5,000 tokens\u001b[31m.',
            code: 'TOO_MANY_TOKENS',
            next: 'Shorten it.',
            retryable: false,
            request_id: 'x',
          })
        : wellBehaved(asked, response, nth),
    );
    const opened = await withSet(2);
    const id = await startRun(opened, decisionsAt(server.url));
    expect(await untilIn(opened, id, 'done')).toMatchObject({ scored: 1, failed: 1 });
    const failed = (await rowsOf(opened, id)).find(({ status }) => status === 'failed');
    expect(failed).toMatchObject({
      fault: { code: 'TOO_MANY_TOKENS', message: expect.stringContaining('It has 5,000 tokens [31m.') },
    });
  });

  it('ends when another model answers than before', async () => {
    const server = await serve(({ body }, response, nth) =>
      json(response, 200, decisionsAnswer(body, nth === 0 ? {} : { model: { ...model, sha256: 'd'.repeat(64) } })),
    );
    const opened = await withSet(2);
    const { run } = await untilIn(opened, await startRun(opened, decisionsAt(server.url)), 'failed');
    expect(run.fault?.code).toBe('CONFLICT');
  });

  it('goes on when another build of the engine answers, and notes it', async () => {
    const server = await serve(({ body }, response, nth) =>
      json(response, 200, decisionsAnswer(body, nth === 0 ? {} : { model: { ...model, engine_version: 'b2' } })),
    );
    const opened = await withSet(2);
    const { run } = await untilIn(opened, await startRun(opened, decisionsAt(server.url)), 'done');
    expect(run.answered_by?.others).toEqual(['llama b2, Test Device, 3 layers on a GPU']);
  });
});

describe('a hostile server', () => {
  it('that answers about another decision gives a failed row', async () => {
    const server = await serve(({ body }, response) => json(response, 200, decisionsAnswer(body, { id: 'other' })));
    const opened = await withSet(1);
    const id = await startRun(opened, decisionsAt(server.url));
    expect(await untilIn(opened, id, 'done')).toMatchObject({ scored: 0, failed: 1 });
    expect((await rowsOf(opened, id))[0]).toMatchObject({ fault: { code: 'ENDPOINT_FAILED' } });
  });

  it('ends the run when it answers nonsense five times in a row', async () => {
    const server = await serve((_, response) => void response.writeHead(200).end('<html>Welcome</html>'));
    const opened = await withSet(20);
    const { run, failed } = await untilIn(opened, await startRun(opened, decisionsAt(server.url)), 'failed');
    expect(run.fault?.message).toContain('5 times in a row');
    expect({ failed, asked: server.asked.length }).toEqual({ failed: 4, asked: 5 });
  });

  it('is not followed to another host', async () => {
    const other = await serve(wellBehaved);
    const server = await serve(
      (_, response) => void response.writeHead(307, { Location: `${other.url}/invocations` }).end(),
    );
    const opened = await withSet(2);
    const { run } = await untilIn(opened, await startRun(opened, decisionsAt(server.url)), 'failed');
    expect(run.fault?.message).toContain('points to');
    expect(other.asked).toEqual([]);
  });

  it('is cut off when its answer is too long', async () => {
    let sent = 0;
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const more = () => {
        while (sent < 64 * 1024 * 1024 && !response.destroyed) {
          sent += 65_536;
          if (!response.write('['.repeat(65_536))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const opened = await withSet(1);
    const id = await startRun(opened, decisionsAt(server.url));
    const { run } = await untilIn(opened, id, 'failed');
    expect(run.fault?.message).toContain('more than 2,097,152 bytes');
    // What was on its way through the sockets is a few megabytes at most.
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('that breaks off is asked three times, then the run ends and can go on', async () => {
    const server = await serve((asked, response, nth) => {
      if (nth >= 4) return wellBehaved(asked, response, nth);
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"result": ');
      setTimeout(() => response.destroy(), 10);
    });
    const opened = await withSet(1);
    const id = await startRun(opened, decisionsAt(server.url));
    const { run } = await untilIn(opened, id, 'failed');
    expect(run.fault?.message).toContain('broke off');
    expect(server.asked).toHaveLength(3);
    await opened.client.runs.resume({ id });
    await untilIn(opened, id, 'done');
  });

  it('that is not there ends the run with its address', async () => {
    const server = await serve(wellBehaved);
    await server.stop();
    const opened = await withSet(1);
    const { run } = await untilIn(opened, await startRun(opened, decisionsAt(server.url)), 'failed');
    expect(run.fault?.message).toContain(`${new URL(server.url).host} cannot be reached`);
    expect(run.fault?.message).toContain('ECONNREFUSED');
  });

  it('that hangs is left at once by cancelling', async () => {
    const server = await serve(() => undefined);
    const opened = await withSet(1);
    const id = await startRun(opened, decisionsAt(server.url));
    await vi.waitFor(() => expect(server.asked).toHaveLength(1), { timeout: 20_000 });
    await opened.client.runs.cancel({ id });
    await untilIn(opened, id, 'cancelled');
  });

  it.each([
    [401, 'ACCESS_DENIED'],
    [404, 'NOT_FOUND'],
  ] as const)('that answers %s ends the run', async (status, code) => {
    const server = await serve((_, response) =>
      json(response, status, { detail: { error_type: 'x', message: 'No.' } }),
    );
    const opened = await withSet(3);
    const { run } = await untilIn(opened, await startRun(opened, decisionsAt(server.url)), 'failed');
    expect(run.fault).toMatchObject({ code, message: expect.stringContaining('No.') });
    expect(server.asked).toHaveLength(1);
  });
});

describe('a run on a System One server', () => {
  const systemOneAt = (url: string): RemoteTarget => ({
    kind: 'system-one',
    url,
    model: 'jev-latest',
    key_variable: null,
    price: null,
  });

  it('asks as the interface has it and has no logits', async () => {
    const server = await serve((_, response) =>
      json(response, 200, {
        model: 'jev-3',
        answers: {
          q: {
            type: 'choice',
            choice: 'billing',
            probabilities: { sales: 0.25, billing: 0.5, access: 0.25 },
            confidence: 0.25,
          },
        },
        usage: { input_tokens: 30, output_tokens: 0 },
        anything: 'else',
      }),
    );
    const opened = await withSet(1);
    const id = await startRun(opened, systemOneAt(server.url));
    const { run } = await untilIn(opened, id, 'done');
    expect((await rowsOf(opened, id))[0]).toMatchObject({
      status: 'scored',
      probabilities: [0.25, 0.5, 0.25],
      logits: [],
      input_tokens: 30,
    });
    expect(run.answered_by).toMatchObject({ model_name: 'jev-3', model: null });
    const [asked] = server.asked;
    expect(asked?.path).toBe('/v1/systemone');
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      model: 'jev-latest',
      state: 'Case s-0 of many.',
      questions: {
        q: {
          type: 'choice',
          instructions: 'Which queue?',
          criteria: { access: 'About access.', billing: 'About billing.', sales: 'About sales.' },
        },
      },
    });
  });

  it('that answers another kind of question gives a failed row', async () => {
    const server = await serve((_, response) =>
      json(response, 200, { model: 'jev-3', answers: { q: { type: 'noul', noul: 0.5 } } }),
    );
    const opened = await withSet(1);
    const id = await startRun(opened, systemOneAt(server.url));
    expect(await untilIn(opened, id, 'done')).toMatchObject({ failed: 1 });
  });
});

describe('before a run', () => {
  it('says what would leave, and starts nothing until somebody says that it may', async () => {
    const server = await serve(wellBehaved);
    const opened = await withSet(3, { FAR_KEY: KEY });
    const { client, set_id } = opened;
    const configurations = [runConfiguration('/models/a.gguf'), elsewhere(decisionsAt(server.url, 'FAR_KEY'))];
    const [disclosure, ...others] = await client.runs.disclose({ set_id, part: 'all', configurations });
    expect(others).toEqual([]);
    expect(disclosure).toMatchObject({ configuration: 1, host: new URL(server.url).host, samples: 3 });
    expect(disclosure?.sentence).toContain('3 samples are sent to');
    expect(disclosure?.sentence).toContain('FAR_KEY');
    expect(disclosure?.sentence).not.toContain(KEY);
    const fault = await faultOf(client.runs.start({ set_id, part: 'all', configurations }));
    expect(fault).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'may_leave' }] });
    expect(await client.runs.list()).toEqual([]);
    expect(server.asked).toEqual([]);
  });

  it.each<[string, RemoteTarget, string]>([
    ['an address with a password', decisionsAt('https://me:secret@example.com'), 'url'],
    ['an address with a query', decisionsAt('https://example.com/?key=secret'), 'url'],
    ['a variable that is not set', decisionsAt('https://example.com', 'NOT_SET'), 'key_variable'],
    ['a key that no header takes', decisionsAt('https://example.com', 'TWO_LINES'), 'key_variable'],
    ['a key over plain HTTP to another machine', decisionsAt('http://example.com', 'FAR_KEY'), 'url'],
  ])('refuses %s', async (_, remote, field) => {
    const opened = await withSet(1, { FAR_KEY: KEY, TWO_LINES: 'secret\nand more' });
    const call = opened.client.runs.start({
      set_id: opened.set_id,
      part: 'all',
      configurations: [elsewhere(remote)],
      may_leave: true,
    });
    const fault = await faultOf(call);
    expect(fault.fields.map(({ path }) => path)).toEqual([`configurations[0].remote.${field}`]);
    expect(JSON.stringify(fault)).not.toContain('secret');
  });

  it('refuses settings that are the server’s own', async () => {
    const opened = await withSet(1);
    const configuration = elsewhere(decisionsAt('https://example.com'));
    const configurations = [{ ...configuration, scoring: { ...configuration.scoring, readout: 'texts' as const } }];
    const fault = await faultOf(
      opened.client.runs.start({ set_id: opened.set_id, part: 'all', configurations, may_leave: true }),
    );
    expect(fault.fields.map(({ path }) => path)).toEqual(['configurations[0].scoring']);
  });
});
