import { randomUUID } from 'node:crypto';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { errorFacts } from '../error-facts.ts';
import { asFault, Fault } from '../fault.ts';
import type { DecisionResult } from '../score/result.ts';
import { servedName } from '../wire/system-one/model-names.ts';
import { answerInvocation, answerSystemOne } from './answer-post.ts';
import { bringsKey, isLoopback, namesLoopback } from './check-caller.ts';
import { describeService } from './describe-service.ts';
import { createMetrics, type RequestFacts } from './metrics.ts';
import { readBody } from './read-body.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import type { Service } from './service.ts';
import { type RefusalForm, writeRefusal } from './write-refusal.ts';

/** What is answered to a request, whatever carries it. */
export interface Answer {
  status: 200 | Refusal['status'];
  /** JSON text. */
  body: string;
  refusal?: Refusal;
  results?: readonly DecisionResult[];
  waitSeconds?: number;
  /** What failed inside, for the log. */
  error?: unknown;
}

/** What carries a request; a test may call without a connection. */
export type Carrier = Partial<HttpBindings | Http2Bindings>;
type Env = { Bindings: Carrier; Variables: { id: string; answer: Answer; bytes: Uint8Array } };

/** A caller may bring an id of its own, if it is a plain word: it goes to the log. */
const REQUEST_ID = /^[\w.-]{1,64}$/;
/** In seconds; a score takes about that long. */
const RETRY_AFTER = '1';

const routes = {
  '/ping': 'GET',
  '/healthz': 'GET',
  '/metrics': 'GET',
  '/v1/models': 'GET',
  '/invocations': 'POST',
  '/v1/systemone': 'POST',
} as const;
/** Open to whoever watches over the server, key or not. */
const withoutKey = ['/ping', '/healthz', '/metrics'];

/**
 * The server's routes, as a function from request to response.
 * @param onRequest told of each request when it was answered
 */
export function createApp(
  service: Service,
  settings: ServerSettings,
  log: ServerLog,
  onRequest: (request: RequestFacts) => void = () => undefined,
): Hono<Env> {
  const app = new Hono<Env>();
  const metrics = createMetrics();
  const { limits, apiKey, logEvidence } = settings;
  const loopbackOnly = apiKey === null && isLoopback(settings.host);

  app.use(async (c, next) => {
    const began = performance.now();
    const given = c.req.header('x-request-id');
    const id = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    c.set('id', id);
    const host = c.req.header('host') ?? null;
    if (loopbackOnly && !namesLoopback(host)) send(c, refused(refuse('wrong-host')));
    else if (apiKey !== null && !withoutKey.includes(c.req.path) && !bringsKey(authorization(c), apiKey)) {
      c.header('WWW-Authenticate', 'Bearer');
      send(c, refused(refuse('no-key')));
    } else await next();
    c.header('X-Request-Id', id);
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    // so that the connection ends with the server
    if (service.state().status === 'stopping') c.header('Connection', 'close');
    note(c, (performance.now() - began) / 1000);
  });

  app.get('/ping', (c) => {
    const { status } = service.state();
    return c.json({ status }, status === 'ready' ? 200 : 503);
  });
  app.get('/healthz', (c) => {
    const state = service.state();
    return c.json(describeService(state), state.status === 'ready' ? 200 : 503);
  });
  app.get('/metrics', (c) => {
    // a header cannot say where a connection comes from
    const peer = c.env.incoming?.socket.remoteAddress ?? '';
    if (!isLoopback(peer)) return send(c, refused(refuse('no-route')));
    const gauges = {
      ready: service.state().status === 'ready' ? 1 : 0,
      requests_active: service.admission.active(),
      requests_waiting: service.admission.waiting(),
      uptime_seconds: Math.round(process.uptime()),
      resident_memory_bytes: process.memoryUsage.rss(),
    };
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    return c.body(metrics.write(gauges));
  });
  app.get('/v1/models', (c) => {
    const state = service.state();
    if (state.status !== 'ready') return send(c, refused(refuse(state.status)));
    const { model, settings: scoring } = state.served;
    const description = `${model.architecture}, ${model.quantization}, read by ${scoring.readout}`;
    // a model file does not say when it was released
    return c.json({ models: [{ name: servedName(model.file), description, release_date: 'unknown' }] });
  });

  const post = (answer: typeof answerInvocation) => async (c: Context<Env>) => {
    const read = await readBody(c.req.raw, limits.bodyBytes);
    if ('refusal' in read) return send(c, refused(read.refusal));
    c.set('bytes', read.bytes);
    const context = { service, limits, requestId: c.get('id'), signal: c.req.raw.signal };
    return send(c, await answer(read.bytes, context));
  };
  app.post('/invocations', post(answerInvocation));
  app.post('/v1/systemone', post(answerSystemOne));

  for (const [path, method] of Object.entries(routes)) {
    app.all(path, (c) => {
      c.header('Allow', method === 'GET' ? 'GET, HEAD' : method);
      return send(c, refused(refuse('method')));
    });
  }
  app.notFound((c) => send(c, refused(refuse('no-route'))));
  app.onError((error, c) => send(c, { ...refused(refuse('inside')), error }));

  function refused(refusal: Refusal): Answer {
    return { status: refusal.status, body: '', refusal };
  }

  /** Puts an answer into the response and keeps it for the log. */
  function send(c: Context<Env>, answer: Answer): Response {
    c.set('answer', answer);
    const { refusal } = answer;
    if (refusal?.retryable === true && refusal.status === 503) c.header('Retry-After', RETRY_AFTER);
    const body =
      answer.body !== '' || refusal === undefined
        ? answer.body
        : writeRefusal(refusal, formOf(c.req.path), c.get('id'));
    c.header('Content-Type', 'application/json');
    c.res = c.body(body, answer.status);
    return c.res;
  }

  /** One line in the log and one in the figures; nothing that a caller wrote goes to either. */
  function note(c: Context<Env>, seconds: number): void {
    const route = Object.hasOwn(routes, c.req.path) ? c.req.path : 'other';
    const { refusal, results, waitSeconds, error } = c.get('answer') ?? {};
    const inputTokens = sum(results, ({ input_tokens }) => input_tokens);
    const evaluatedTokens = sum(results, ({ timing }) => timing.evaluated_tokens ?? 0);
    const { status } = c.res;
    const counted = { route, status, seconds, refusal: refusal?.reason ?? null, inputTokens, evaluatedTokens };
    metrics.count(counted);
    onRequest(counted);
    const facts = {
      id: c.get('id'),
      route,
      status,
      seconds: round(seconds),
      ...(refusal === undefined ? {} : { refusal: refusal.reason }),
      ...(refusal?.code === undefined ? {} : { code: refusal.code }),
      ...(results === undefined
        ? {}
        : { decisions: results.length, input_tokens: inputTokens, evaluated_tokens: evaluatedTokens }),
      ...(waitSeconds === undefined ? {} : { wait_seconds: round(waitSeconds) }),
      ...(logEvidence && c.get('bytes') !== undefined ? { body: new TextDecoder().decode(c.get('bytes')) } : {}),
    };
    if (error !== undefined) log.error({ ...facts, ...failure(error, logEvidence) }, 'request');
    // a health check comes every few seconds and says nothing
    else if (route === '/ping' && status === 200) log.debug(facts, 'request');
    else log.info(facts, 'request');
  }

  return app;
}

function formOf(path: string): RefusalForm {
  return path.startsWith('/v1/') ? 'system-one' : 'decisions';
}

function authorization(c: Context<Env>): string | null {
  return c.req.header('authorization') ?? null;
}

/** The words of a fault of ours name no evidence; those of another error may quote anything. */
function failure(error: unknown, withMessage: boolean): object {
  const fault = asFault(error);
  const ours = error instanceof Fault && fault.code !== 'UNEXPECTED';
  return { error: { ...errorFacts(error), ...(ours || withMessage ? { message: fault.message } : {}) } };
}

function sum(results: readonly DecisionResult[] | undefined, of: (result: DecisionResult) => number): number {
  return (results ?? []).reduce((total, result) => total + of(result), 0);
}

function round(seconds: number): number {
  return Math.round(seconds * 1e4) / 1e4;
}
