import { describe, expect, it } from 'vitest';
import { standInLogits, standInModel } from '../../fixtures/models/stand-in-model.ts';
import { Fault } from '../fault.ts';
import { parseJson } from '../json/parse-json.ts';
import { softmax } from '../readout/softmax.ts';
import { readDecisions } from '../wire/decisions/read-decisions.ts';
import { createApp } from './create-app.ts';
import { createServerLog } from './server-log.ts';
import { defaultLimits, type ServerSettings } from './server-settings.ts';
import { createService } from './service.ts';

const decision = (id = 'a', state = 'The parcel never came.') =>
  `{"id":"${id}","state":"${state}","question":"What is it about?","options":[{"id":"x","description":"Delivery"},{"id":"y","description":"Invoice"}]}`;
const one = (own?: string) => `{"decision":${own ?? decision()}}`;
const questions = '{"state":"The parcel never came.","questions":{"q":{"type":"noul","instructions":"Late?"}}}';

function open(own: Partial<Omit<ServerSettings, 'limits'>> & { limits?: Partial<ServerSettings['limits']> } = {}) {
  const lines: string[] = [];
  const settings: ServerSettings = {
    host: '127.0.0.1',
    port: 0,
    apiKey: null,
    logEvidence: false,
    ...own,
    limits: { ...defaultLimits, ...own.limits },
  };
  const service = createService(settings.limits);
  const app = createApp(
    service,
    settings,
    createServerLog((line) => lines.push(line)),
  );
  const model = standInModel();
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { Host: '127.0.0.1:1', 'Content-Type': 'application/json', ...init.headers };
    const response = await app.fetch(new Request(`http://127.0.0.1:1${path}`, { ...init, headers }), {});
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
  };
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    call(path, { method: 'POST', body, headers });
  return { app, service, model, lines, call, post, ready: () => service.open(model) };
}

function started(own?: Parameters<typeof open>[0]) {
  const server = open(own);
  server.ready();
  return server;
}

describe('before the model is there', () => {
  it('says so on every route, and that a later try may succeed', async () => {
    const server = open();
    expect(await server.call('/ping')).toMatchObject({ status: 503, text: '{"status":"loading"}' });
    const answer = await server.post('/invocations', one());
    expect(answer.status).toBe(503);
    expect(answer.json()).toMatchObject({ retryable: true, error: expect.stringContaining('loaded') });
    expect((await server.post('/v1/systemone', questions)).json()).toMatchObject({
      detail: { error_type: 'overloaded_error' },
    });
    expect((await server.call('/v1/models')).status).toBe(503);
    server.ready();
    expect(await server.call('/ping')).toMatchObject({ status: 200, text: '{"status":"ready"}' });
    expect((await server.call('/healthz')).json()).toMatchObject({ status: 'ready', readout: 'letters' });
  });
});

describe('POST /invocations', () => {
  it('answers one decision and a list of them, each with its own numbers', async () => {
    const server = started();
    const expected = (text: string) => {
      const [read] = readDecisions(parseJson(text), 8).decisions;
      return read === undefined ? [] : softmax(standInLogits(read), 1);
    };
    const { result } = (await server.post('/invocations', one())).json();
    expect(result).toMatchObject({ id: 'a', option_ids: ['x', 'y'], probabilities: expected(one()) });
    const body = `{"decisions":[${decision('b', 'Late.')},${decision('a', 'Wrong sum.')}]}`;
    const list = (await server.post('/invocations', body)).json();
    expect(list.results.map(({ id }: { id: string }) => id)).toEqual(['b', 'a']);
    expect(list.results[1].probabilities).toEqual(expected(one(decision('a', 'Wrong sum.'))));
    expect(list.timing).toEqual({ total_seconds: expect.any(Number), wait_seconds: expect.any(Number) });
  });

  it.each([
    [decision(), ''],
    ['{}', ''],
    [`{"decision":${decision()},"decisions":[]}`, 'decision'],
    ['{"decisions":[]}', 'decisions'],
    [`{"decisions":[${Array.from({ length: 9 }, (_, id) => decision(`${id}`)).join()}]}`, 'decisions'],
    [`{"decisions":[${decision()},${decision()}]}`, 'decisions[1].id'],
    ['{"decision":{"id":"a","state":"s","question":"q","options":[{"id":"x","description":""}]}}', 'decision.options'],
    ['{"decision":{"id":"a","id":"b"}}', 'decision.id'],
    ['{"decision":{"id":"a","state":NaN}}', 'decision.state'],
    ['{"decision":', 'decision'],
    ['', ''],
  ])('refuses %s, naming %s', async (body, path) => {
    const answer = await started().post('/invocations', body);
    expect(answer.status).toBe(400);
    const refused = answer.json();
    expect(refused).toMatchObject({ retryable: false, code: 'INVALID_REQUEST', request_id: expect.any(String) });
    expect(refused.fields[0].path).toBe(path);
  });

  it('answers questions as System One does, errors included, and refuses both at once', async () => {
    const server = started();
    expect((await server.post('/invocations', questions)).json()).toMatchObject({ answers: { q: { type: 'noul' } } });
    expect((await server.post('/invocations', '{"questions":{}}')).json().detail).toHaveLength(2);
    const both = await server.post(
      '/invocations',
      `{"state":"s","questions":{"q":{"type":"noul"}},"decision":${decision()}}`,
    );
    expect(both.status).toBe(422);
    expect(both.json().detail[0].loc).toEqual(['body', 'decision']);
  });

  it('says both numbers when there are too many tokens, in the form of the request', async () => {
    const server = started({
      limits: { decisionTokens: { one: 20, request: 100 }, questionTokens: { one: 20, request: 100 } },
    });
    const answer = await server.post('/invocations', one());
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'TOO_MANY_TOKENS',
      error: expect.stringMatching(/needs \d+ tokens.* 20/),
    });
    const other = await server.post('/v1/systemone', questions);
    expect(other.status).toBe(422);
    expect(other.json().detail[0]).toMatchObject({ loc: ['body'], type: 'too_many_tokens' });
  });
});

describe('POST /v1/systemone', () => {
  it('reports the real model, whatever name of the family was asked for, and refuses others', async () => {
    const server = started();
    const ask = (model: string) => server.post('/v1/systemone', questions.replace('{', `{"model":"${model}",`));
    for (const name of ['jev-latest', 'jev-1.13.0', 'default', 'stand-in', 'stand-in.gguf']) {
      expect((await ask(name)).json()).toMatchObject({ model: 'stand-in' });
    }
    const refused = await ask('gpt-9');
    expect(refused.status).toBe(404);
    expect(refused.json()).toMatchObject({ detail: { error_type: 'not_found' } });
    expect((await server.call('/v1/models')).json()).toMatchObject({ models: [{ name: 'stand-in' }] });
  });

  it('gives each question what it would get alone, in any order and company', async () => {
    const server = started();
    const parts = [
      '"a":{"type":"noul"}',
      '"b":{"type":"choice","criteria":{"x":null,"y":"Y"}}',
      '"c":{"type":"score","criteria":["l","h"]}',
    ];
    const ask = async (some: string[]) =>
      (await server.post('/v1/systemone', `{"state":"s","questions":{${some.join()}}}`)).json().answers;
    const together = await ask(parts);
    expect(await ask([...parts].reverse())).toEqual(together);
    for (const part of parts) expect(together).toMatchObject(await ask([part]));
  });

  it('refuses what is no JSON with 422', async () => {
    const answer = await started().post('/v1/systemone', '{"state":');
    expect(answer.status).toBe(422);
    expect(answer.json().detail[0]).toMatchObject({ loc: ['body'], type: 'json_invalid' });
  });
});

describe('limits', () => {
  it('refuses a body that is too large, told or not told', async () => {
    const server = started({ limits: { bodyBytes: 100 } });
    expect((await server.post('/invocations', `"${'x'.repeat(99)}"`)).status).toBe(413);
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(60)));
      },
    });
    const request = new Request('http://127.0.0.1:1/v1/systemone', {
      method: 'POST',
      body: stream,
      headers: { 'Content-Type': 'application/json', Host: '127.0.0.1' },
      ...{ duplex: 'half' },
    });
    const response = await server.app.fetch(request, {});
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ detail: { error_type: 'request_too_large' } });
  });

  it.each([
    ['text/plain', 415],
    ['application/json; charset=latin1', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json;charset=UTF-8', 200],
    ['Application/JSON ; charset="utf-8"; x=y', 200],
  ])('content type %s: %i', async (type, status) => {
    expect((await started().post('/invocations', one(), { 'Content-Type': type })).status).toBe(status);
  });

  it('refuses compressed bodies and invalid UTF-8', async () => {
    const server = started();
    expect((await server.post('/invocations', one(), { 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await server.post('/invocations', new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
  });

  it('lets nobody wait with a queue of 0, and one with a queue of 1', async () => {
    for (const queue of [0, 1]) {
      const server = started({ limits: { queue } });
      server.model.hold = true;
      const running = Array.from({ length: queue + 1 }, (_, id) =>
        server.post('/invocations', one(decision(`r${id}`))),
      );
      await settle();
      const refused = await server.post('/invocations', one());
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(refused.json()).toMatchObject({ retryable: true, error: expect.any(String) });
      expect((await server.call('/ping')).status).toBe(200);
      // a body that breaks a rule is told so even then
      expect((await server.post('/invocations', '{}')).status).toBe(400);
      server.model.hold = false;
      server.model.release();
      const ids = (await Promise.all(running)).map((answer) => answer.json().result.id);
      expect(ids).toEqual(Array.from({ length: queue + 1 }, (_, id) => `r${id}`));
      expect((await server.post('/invocations', one())).status).toBe(200);
    }
  });

  it('ends what takes too long, with an error that says so', async () => {
    const server = started({ limits: { seconds: 0.05 } });
    server.model.hold = true;
    const answer = await server.post('/invocations', one());
    expect(answer.status).toBe(504);
    expect(answer.json()).toMatchObject({ retryable: false, error: expect.stringContaining('too long') });
    server.model.hold = false;
    expect((await server.post('/invocations', one())).status).toBe(200);
  });

  it('gives the place back when the caller has gone', async () => {
    const server = started();
    server.model.hold = true;
    const gone = new AbortController();
    const running = server.call('/invocations', { method: 'POST', body: one(), signal: gone.signal });
    await settle();
    expect(server.service.admission.active()).toBe(1);
    gone.abort();
    await running.catch(() => undefined);
    expect(server.service.admission.active()).toBe(0);
  });
});

describe('a key', () => {
  it('is asked for everywhere but where a platform looks after the server', async () => {
    const server = started({ apiKey: 'secret', host: '0.0.0.0' });
    for (const authorization of [undefined, 'Bearer wrong', 'secret', 'Basic secret', 'Bearer secret secret']) {
      const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
      const answer = await server.post('/v1/systemone', questions, headers);
      expect(answer.status).toBe(401);
      expect(answer.json()).toMatchObject({ detail: { error_type: 'authentication_error' } });
      expect((await server.post('/invocations', one(), headers)).status).toBe(401);
      expect((await server.call('/v1/models', { headers })).status).toBe(401);
      expect((await server.call('/ping', { headers })).status).toBe(200);
    }
    expect((await server.post('/v1/systemone', questions, { Authorization: 'bearer secret' })).status).toBe(200);
    expect(server.lines.join('')).not.toContain('secret');
  });

  it('may be sent where none is asked for', async () => {
    expect((await started().post('/v1/systemone', questions, { Authorization: 'Bearer any' })).status).toBe(200);
  });
});

describe('addresses', () => {
  it('answers JSON to unknown ones and to other methods', async () => {
    const server = started();
    expect(await server.call('/nothing')).toMatchObject({ status: 404, text: expect.stringContaining('"error"') });
    expect((await server.call('/v1/nothing')).json()).toMatchObject({ detail: { error_type: 'not_found' } });
    const put = await server.call('/v1/systemone', { method: 'PUT', body: '{}' });
    expect(put.status).toBe(405);
    expect(put.headers.get('allow')).toBe('POST');
    expect((await server.post('/ping', '{}')).headers.get('allow')).toBe('GET, HEAD');
    expect((await server.call('/ping', { method: 'HEAD' })).status).toBe(200);
  });

  it('on loopback without a key answers to loopback names alone', async () => {
    const hosts = (server: ReturnType<typeof open>, host: string) => server.call('/ping', { headers: { Host: host } });
    for (const host of ['localhost', 'LOCALHOST:80', '[::1]:9', '127.0.0.1']) {
      expect((await hosts(started(), host)).status).toBe(200);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect((await hosts(started(), host)).status).toBe(421);
      expect((await hosts(started({ host: '0.0.0.0' }), host)).status).toBe(200);
    }
  });

  it('shows its figures to this machine alone', async () => {
    const server = started();
    expect((await server.call('/metrics')).status).toBe(404);
    const from = async (remoteAddress: string) => {
      const request = new Request('http://127.0.0.1/metrics', {
        headers: { Host: '127.0.0.1', 'X-Forwarded-For': '127.0.0.1' },
      });
      const incoming = { socket: { remoteAddress } };
      return server.app.fetch(request, Object.assign(Object.create(null), { incoming }));
    };
    expect((await from('10.0.0.1')).status).toBe(404);
    const shown = await (await from('::ffff:127.0.0.1')).text();
    expect(shown).toContain('decision_requests_total{route="/metrics",status="404"} 2\n');
  });
});

describe('the log', () => {
  it('has one line a request, with ids and counts and nothing that a caller wrote', async () => {
    const server = started();
    const secret = 'Zyxw9876';
    const body = `{"decision":{"id":"${secret}","state":{"${secret}":"${secret}"},"question":"${secret}","options":[{"id":"${secret}","description":"${secret}"},{"id":"b","description":""}]}}`;
    expect((await server.post('/invocations', body, { 'X-Request-Id': 'my-id.1' })).status).toBe(200);
    await server.post('/invocations', body.replace('{"id"', `{"${secret}":1,"id"`));
    await server.post(`/v1/${secret}`, body);
    await server.post(
      '/v1/systemone',
      `{"state":"${secret}","model":"${secret}","questions":{"${secret}":{"type":"noul"}}}`,
    );
    server.model.failWith = new TypeError(`cannot read ${secret}`);
    const failed = await server.post('/invocations', body);
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain(secret);
    const lines = server.lines.map((line) => JSON.parse(line));
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatchObject({ level: 'info', id: 'my-id.1', route: '/invocations', status: 200, decisions: 1 });
    expect(lines[1]).toMatchObject({ status: 400, refusal: 'invalid', code: 'INVALID_REQUEST' });
    expect(lines[2]).toMatchObject({ route: 'other', status: 404 });
    expect(lines[4]).toMatchObject({ level: 'error', id: failed.json().request_id, error: { name: 'TypeError' } });
    expect(lines[4].error.stack[0]).toContain('create-app.spec.ts');
    expect(server.lines.join('')).not.toContain(secret);
  });

  it('has the words of a fault of the engine, whose caller gets none of them', async () => {
    const server = started();
    server.model.failWith = new Fault('ENGINE_FAILED', 'The engine stopped while evaluating: no reason', 'Load again.');
    const answer = await server.post('/v1/systemone', questions);
    expect(answer.status).toBe(500);
    expect(answer.json()).toMatchObject({ detail: { error_type: 'internal_error' } });
    expect(answer.text).not.toContain('evaluating');
    expect(server.lines.join('')).toContain('stopped while evaluating');
  });

  it('has bodies when the debug switch says so', async () => {
    const server = started({ logEvidence: true });
    await server.post('/invocations', one());
    expect(JSON.parse(server.lines[0] ?? '').body).toBe(one());
  });

  it('takes no id that is no plain word', async () => {
    const server = started();
    const answer = await server.call('/ping', { headers: { 'X-Request-Id': 'a b' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a stop', () => {
  it('delivers what runs, refuses what is new and what waits, and frees the model', async () => {
    const server = started({ limits: { queue: 1 } });
    server.model.hold = true;
    const running = server.post('/invocations', one());
    const waiting = server.post('/invocations', one());
    await settle();
    const stopped = server.service.stop(10_000);
    expect((await waiting).status).toBe(503);
    const fresh = await server.post('/invocations', one());
    expect(fresh.json()).toMatchObject({ retryable: true, error: expect.stringContaining('stopping') });
    expect((await server.call('/ping')).status).toBe(503);
    expect(server.model.disposed).toBe(false);
    server.model.release();
    expect((await running).status).toBe(200);
    await stopped;
    expect(server.model.disposed).toBe(true);
  });

  it('ends what outlives its grace', async () => {
    const server = started();
    server.model.hold = true;
    const running = server.post('/invocations', one());
    await settle();
    await server.service.stop(10);
    expect(await running).toMatchObject({ status: 503 });
    expect(server.model.disposed).toBe(true);
  });
});

/** Lets everything run that can. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
