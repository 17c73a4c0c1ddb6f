import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { standInModel } from '../../fixtures/models/stand-in-model.ts';
import { createApp } from '../server/create-app.ts';
import { createServerLog } from '../server/server-log.ts';
import { defaultLimits } from '../server/server-settings.ts';
import { createService } from '../server/service.ts';
import { decisionsAnswerSchema, decisionsErrorSchema, decisionsRequestSchema } from './decisions/decisions-schemas.ts';
import { openApiDocument } from './openapi.ts';
import {
  modelsSchema,
  systemOneAnswerSchema,
  systemOneErrorSchema,
  systemOneRequestSchema,
  validationErrorSchema,
} from './system-one/system-one-schemas.ts';

const service = createService(defaultLimits);
service.open(standInModel());
const settings = { host: '0.0.0.0', port: 0, apiKey: null, logEvidence: false, limits: defaultLimits };
const app = createApp(
  service,
  settings,
  createServerLog(() => undefined),
);

async function call(path: string, body?: unknown) {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await app.fetch(new Request(`http://x${path}`, body === undefined ? {} : init), {});
  return response.json();
}

const options = [
  { id: 'x', description: 'X' },
  { id: 'y', description: '' },
];
const decision = { id: 'a', state: { lines: [1, null] }, question: 'Which?', options };

describe('the OpenAPI document', () => {
  it('is the one in the documentation (npx vitest -u writes it)', async () => {
    const file = join(import.meta.dirname, '../../docs/openapi.json');
    await expect(`${JSON.stringify(openApiDocument(), null, 2)}\n`).toMatchFileSnapshot(file);
  });

  it('has every schema that it refers to, and names every route', () => {
    const text = JSON.stringify(openApiDocument());
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
    const { components, paths } = JSON.parse(text);
    expect([...referred].sort()).toEqual(Object.keys(components.schemas).sort());
    expect(Object.keys(paths).sort()).toEqual([
      '/healthz',
      '/invocations',
      '/metrics',
      '/ping',
      '/v1/models',
      '/v1/systemone',
    ]);
  });

  it.each([
    { decision },
    { decisions: [decision, { ...decision, id: 'b', kind: 'yes-no' }] },
    { decision: { ...decision, kind: 'score', state: 'text' } },
  ])('describes decisions that are answered: %j', async (body) => {
    expect(decisionsRequestSchema.safeParse(body).success).toBe(true);
    decisionsAnswerSchema.parse(await call('/invocations', body));
  });

  it.each([
    {},
    { decision, decisions: [decision] },
    { decisions: [] },
    { decision: { ...decision, options: options.slice(1) } },
    { decision: { ...decision, more: 1 } },
    { decision: { ...decision, state: 1 } },
    { decision: { ...decision, id: '' } },
    { decision: { ...decision, options: [{ id: 'x' }, { id: 'y' }] } },
  ])('describes decisions that are refused: %j', async (body) => {
    expect(decisionsRequestSchema.safeParse(body).success).toBe(false);
    decisionsErrorSchema.parse(await call('/invocations', body));
  });

  it.each([
    { type: 'noul' },
    { type: 'noul', instructions: ['a'], criteria: { true: { a: 1 } } },
    { type: 'choice', instructions: null, criteria: { a: null, b: ['x'] } },
    { type: 'score', criteria: ['low', { high: 1 }], more: 1 },
  ])('describes questions that are answered: %j', async (question) => {
    const body = { state: 'text', questions: { q: question }, more: 1 };
    expect(systemOneRequestSchema.safeParse(body).success).toBe(true);
    systemOneAnswerSchema.parse(await call('/v1/systemone', body));
  });

  it.each([
    { type: 'boolean' },
    { type: 'noul', criteria: { maybe: 'x' } },
    { type: 'choice', criteria: ['a', 'b'] },
    { type: 'choice', criteria: { a: 1, b: null } },
    { type: 'score', criteria: { 0: 'low', 1: 'high' } },
    { type: 'score', criteria: ['low', null] },
  ])('describes questions that are refused: %j', async (question) => {
    const body = { state: 'text', questions: { q: question } };
    expect(systemOneRequestSchema.safeParse(body).success).toBe(false);
    validationErrorSchema.parse(await call('/v1/systemone', body));
  });

  it('describes the other answers', async () => {
    modelsSchema.parse(await call('/v1/models'));
    const body = { model: 'other', state: 'text', questions: { q: { type: 'noul' } } };
    systemOneErrorSchema.parse(await call('/v1/systemone', body));
  });
});
