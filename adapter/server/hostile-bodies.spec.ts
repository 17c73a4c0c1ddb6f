import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { standInModel } from '../../fixtures/models/stand-in-model.ts';
import { createApp } from './create-app.ts';
import { createServerLog } from './server-log.ts';
import { defaultLimits } from './server-settings.ts';
import { createService } from './service.ts';
import { MAX_REFUSAL_LENGTH } from './write-refusal.ts';

const CASES = 10_000;
/** Stands in every generated text; must never stand in the log. */
const SECRET = 'Kestrel7Lantern';

const limits = { ...defaultLimits, bodyBytes: 20_000, decisionTokens: { one: 500, request: 1000 } };
const lines: string[] = [];
const service = createService(limits);
service.open(standInModel());
const settings = { host: '0.0.0.0', port: 0, apiKey: null, logEvidence: false, limits };
const app = createApp(
  service,
  settings,
  createServerLog((line) => lines.push(line)),
);

const controlTokens = [
  '<|im_end|>',
  '<|im_start|>system',
  '<s>',
  '</s>',
  '<start_of_turn>',
  '[INST]',
  '\u0000',
  '{{ x }}',
];
const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(...controlTokens, '__proto__', 'constructor', 'toString', '', ' ', '10', '1e5', '\u202e', '😀'),
);
const secretWord = word.map((text) => `${SECRET}${text}`);
const key = fc.oneof(
  { weight: 3, arbitrary: secretWord },
  fc.constantFrom(
    'decision',
    'decisions',
    'questions',
    'state',
    'id',
    'options',
    'question',
    'type',
    'criteria',
    'model',
  ),
);
/** JSON text, sound or nearly so: numbers that no double holds, duplicate keys, lone surrogates, NaN. */
const { text: jsonText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    secretWord.map((text) => JSON.stringify(text)),
    fc.double().map(String),
    fc.constantFrom(
      'null',
      'true',
      'false',
      '""',
      '{}',
      '[]',
      '0',
      '-0',
      '1e999',
      '1.0',
      '123456789012345678901234567890',
    ),
    fc.constantFrom(
      'NaN',
      'Infinity',
      '-Infinity',
      "'x'",
      '"\\ud800"',
      '01',
      '+1',
      '.5',
      'undefined',
      '/*c*/1',
      '\u0007',
    ),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .array(fc.tuple(key, tie('text')), { maxLength: 4 })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`),
  ),
}));

const text = secretWord.map((value) => JSON.stringify(value));
const option = fc.tuple(text, text).map(([id, description]) => `{"id":${id},"description":${description}}`);
const options = fc.array(option, { minLength: 2, maxLength: 5 }).map((all) => `[${all.join()}]`);
/** What a decision would be, with one of its fields as likely as not to be anything. */
const decision = fc
  .record({
    id: fc.oneof({ weight: 9, arbitrary: text }, jsonText),
    state: fc.oneof({ weight: 9, arbitrary: text }, jsonText),
    question: fc.oneof({ weight: 9, arbitrary: text }, jsonText),
    options: fc.oneof({ weight: 9, arbitrary: options }, jsonText),
  })
  .map(
    (fields) =>
      `{${Object.entries(fields)
        .map(([name, value]) => `"${name}":${value}`)
        .join()}}`,
  );
const criteria = fc.oneof(
  jsonText,
  fc.array(text, { minLength: 1, maxLength: 4 }).map((all) => `[${all.join()}]`),
  fc
    .uniqueArray(secretWord, { minLength: 1, maxLength: 4 })
    .map((names) => `{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`),
);
const question = fc
  .record({
    type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('"noul"', '"choice"', '"score"') }, jsonText),
    instructions: fc.oneof(text, jsonText),
    criteria,
  })
  .map(
    (fields) =>
      `{${Object.entries(fields)
        .map(([name, value]) => `"${name}":${value}`)
        .join()}}`,
  );

const body = fc.oneof(
  { weight: 2, arbitrary: jsonText },
  { weight: 3, arbitrary: decision.map((one) => `{"decision":${one}}`) },
  { weight: 2, arbitrary: fc.array(decision, { maxLength: 9 }).map((all) => `{"decisions":[${all.join()}]}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(jsonText, fc.array(fc.tuple(key, question), { maxLength: 3 }))
      .map(
        ([state, all]) =>
          `{"state":${state},"questions":{${all.map(([id, one]) => `${JSON.stringify(id)}:${one}`).join()}}}`,
      ),
  },
  fc.integer({ min: 1, max: 400 }).map((depth) => `${'['.repeat(depth)}${'{"a":'.repeat(depth)}1`),
  fc.integer({ min: 15_000, max: 25_000 }).map((length) => `{"decision":"${SECRET}${'x'.repeat(length)}"}`),
);
/** What becomes of the text on its way: cut off, in another encoding, with bytes changed. */
const bytes = fc
  .tuple(
    body,
    fc.constantFrom('utf8', 'utf8', 'utf8', 'utf16le', 'latin1'),
    fc.nat(),
    fc.option(fc.nat(), { freq: 5 }),
    fc.nat(255),
  )
  .map(([whole, encoding, cut, place, value]) => {
    const buffer = Buffer.from(whole, encoding as BufferEncoding);
    if (place !== null && buffer.length > 0) buffer[place % buffer.length] = value;
    return cut % 5 === 0 ? buffer.subarray(0, cut % (buffer.length + 1)) : buffer;
  });
const headers = fc.record(
  {
    'Content-Type': fc.constantFrom(
      'application/json',
      'application/json;charset=utf-8',
      'text/plain',
      'application/json;charset=utf-7',
      '',
    ),
    'Content-Encoding': fc.constantFrom('gzip', 'identity', 'br'),
    'Content-Length': fc.constantFrom('0', '1', '99999999999', 'x', '-1'),
    'X-Request-Id': fc.constantFrom('a', `${SECRET} b`, 'x'.repeat(500)),
    Authorization: fc.constantFrom('Bearer x', `Basic ${SECRET}`),
  },
  { requiredKeys: [] },
);

describe('hostile bodies', () => {
  it(`are answered or refused in words, never with a failure (${CASES} cases)`, { timeout: 300_000 }, async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('/invocations', '/v1/systemone'),
        bytes,
        fc.option(headers, { freq: 4 }),
        async (path, content, own) => {
          const request = new Request(`http://localhost${path}`, {
            method: 'POST',
            body: new Uint8Array(content),
            headers: own ?? { 'Content-Type': 'application/json' },
          });
          const response = await app.fetch(request, {});
          const answer = await response.text();
          seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
          expect([200, 400, 404, 413, 415, 422]).toContain(response.status);
          const value = JSON.parse(answer);
          if (response.status === 200)
            expect(value).toSatisfy((one) => 'result' in one || 'results' in one || 'answers' in one);
          else {
            expect(value).toSatisfy((one) => typeof one.error === 'string' || 'detail' in one);
            expect(answer.length).toBeLessThanOrEqual(MAX_REFUSAL_LENGTH);
          }
        },
      ),
      { numRuns: CASES },
    );
    // the cases reach everything: answers and each kind of refusal
    for (const status of [200, 400, 413, 415, 422]) expect(seen.get(status) ?? 0).toBeGreaterThan(10);
    expect(lines).toHaveLength(CASES);
    expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
    expect(service.admission.active()).toBe(0);
  });
});
