import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { sampleDecision } from '../../fixtures/models/sample-decisions.ts';
import { inVenv } from '../../scripts/provide-venv.mjs';
import type { Snippet, SnippetQuestion } from '../../workbench/deployment/snippets/snippet.ts';
import { writeSnippets } from '../../workbench/deployment/snippets/write-snippets.ts';
import { CREDENTIALS, REGION } from '../stand-ins/aws/account.ts';
import { type AwsStandIn, openMemoryAws } from '../stand-ins/aws/open-aws.ts';
import { motoIsHere } from '../stand-ins/aws/open-moto.ts';
import { modelFolder } from '../stand-ins/model-folder.ts';
import {
  containerProgram,
  programsAreBuilt,
  type RunningServer,
  runProgram,
  untilReady,
} from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';
import { openChat } from './chat-container.ts';
import { createEndpoint } from './create-endpoint.ts';

const root = join(import.meta.dirname, '../..');
const decision = sampleDecision({ state: 'It’s a "quoted" $HOME `text` \\ with 20% off;\nsecond line – ü 日本' });

describe.skipIf(!programsAreBuilt())('snippets of an endpoint (skipped when dist/ is missing)', () => {
  let aws: AwsStandIn;
  let server: RunningServer;
  let chat: Awaited<ReturnType<typeof openChat>>;
  let arn = '';
  beforeAll(async () => {
    aws = await openMemoryAws();
    const folder = modelFolder(tinyPaths.llama, { folder: temporaryFolder(afterAll) });
    const env = { DECISION_PORT: '0', DECISION_THREADS: '1', DECISION_MODEL_DIR: folder };
    server = await untilReady(runProgram(containerProgram, ['serve'], env), 'out');
    chat = await openChat();
    aws.container = (name) => (name === 'Bench-Chat' ? chat.url : server.url);
    arn = await createEndpoint(aws, 'Bench-Decisions');
    await createEndpoint(aws, 'Bench-Chat');
  });
  afterAll(async () => {
    server?.child.kill('SIGKILL');
    chat?.close();
    await aws?.close();
  });

  const asks = { path: 'decisions', decision, threshold: 0, fallback: 'a person' } as const;
  const snippets = (own: SnippetQuestion = asks) => {
    const endpoint_name = own.path === 'standard' ? 'Bench-Chat' : 'Bench-Decisions';
    return writeSnippets({ endpoint_name, endpoint_arn: arn, region: REGION, asks: own });
  };
  const text = (kind: Snippet['kind'], own?: SnippetQuestion) => {
    const snippet = snippets(own).find((one) => one.kind === kind);
    if (snippet === undefined) throw new Error(`There is no snippet ${kind}`);
    return snippet;
  };

  /** Runs a snippet as a caller would: from its file, with credentials in the environment. */
  async function run(snippet: Snippet, program: string): Promise<unknown> {
    const folder = temporaryFolder();
    const file = join(folder, snippet.file_name);
    writeFileSync(file, snippet.text);
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(root, 'node_modules/@aws-sdk'), join(folder, 'node_modules/@aws-sdk'));
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      AWS_SESSION_TOKEN: CREDENTIALS.sessionToken,
      AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME: aws.url,
    };
    const out = await new Promise<string>((resolve, reject) => {
      execFile(program, [file], { env, cwd: folder, timeout: 60_000 }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${stdout}\n${stderr}`));
      });
    });
    return out.trim().startsWith('{') ? JSON.parse(out) : out.trim();
  }

  it('curl, Python and JavaScript ask the same, signed, and get the same answer', async () => {
    const [before] = [aws.calls.length];
    const answer = z
      .object({ result: z.object({ option_ids: z.array(z.string()), probabilities: z.array(z.number()) }) })
      .parse(await run(text('curl'), 'sh'));
    const { option_ids, probabilities } = answer.result;
    const probability = Math.max(...probabilities);
    const option = option_ids[probabilities.indexOf(probability)];
    expect(await run(text('javascript'), process.execPath)).toEqual({ choice: option, option, probability });
    if (motoIsHere()) {
      expect(await run(text('python'), inVenv(root, 'python'))).toEqual({ choice: option, option, probability });
    }
    const bodies = aws.calls.slice(before).map(({ body }): unknown => JSON.parse(body.toString()));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect(aws.calls.slice(before).map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(bodies[0]).toMatchObject({
      decision: { state: decision.state.kind === 'string' ? decision.state.value : '' },
    });
  });

  it('apply threshold and fallback', async () => {
    const own = { ...asks, threshold: 1.01 };
    expect(await run(text('javascript', own), process.execPath)).toMatchObject({ choice: 'a person' });
    if (motoIsHere())
      expect(await run(text('python', own), inVenv(root, 'python'))).toMatchObject({ choice: 'a person' });
  });

  it('wait while the endpoint is busy, and ask again', async () => {
    const { container } = aws;
    for (const [kind, program] of [
      ['javascript', process.execPath],
      ['python', inVenv(root, 'python')],
    ] as const) {
      if (!existsSync(program)) continue;
      let calls = 0;
      const busy = createServer((_, response) => response.writeHead(503).end('{"error":"busy","retryable":true}'));
      await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
      const address = busy.address();
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
      aws.container = (name) => {
        calls += 1;
        return calls === 1 ? url : container(name);
      };
      expect(await run(text(kind), program)).toMatchObject({ option: expect.any(String) });
      expect(calls).toBe(2);
      busy.close();
    }
    aws.container = container;
  });

  it('the standard path asks for text', async () => {
    const own = { path: 'standard', message: 'Say "hello" – ü' } as const;
    expect(await run(text('curl', own), 'sh')).toMatchObject({
      choices: [{ message: { content: 'Say "hello" – ü' } }],
    });
    expect(await run(text('javascript', own), process.execPath)).toBe('Say "hello" – ü');
    if (motoIsHere()) expect(await run(text('python', own), inVenv(root, 'python'))).toBe('Say "hello" – ü');
  });

  it('an error of the caller is shown in the endpoint’s own words', async () => {
    const wrong = { ...asks, decision: { ...decision, options: decision.options.slice(0, 1) } };
    for (const [kind, program] of [
      ['curl', 'sh'],
      ['javascript', process.execPath],
    ] as const) {
      await expect(run(text(kind, wrong), program)).rejects.toThrow(/options/);
    }
  });

  it('the schemas accept what is sent and answered, and refuse what is not', async () => {
    const schema = (kind: Snippet['kind']) => z.fromJSONSchema(JSON.parse(text(kind).text));
    const answer = await run(text('curl'), 'sh');
    const sent: unknown = JSON.parse(aws.calls.at(-1)?.body.toString() ?? '');
    expect(schema('request-schema').safeParse(sent).success).toBe(true);
    expect(schema('answer-schema').safeParse(answer).success).toBe(true);
    expect(schema('request-schema').safeParse({ decision: { id: 'x' } }).success).toBe(false);
    expect(schema('answer-schema').safeParse({ result: {} }).success).toBe(false);
  });

  it('the policy allows this one action on this one endpoint', () => {
    expect(JSON.parse(text('caller-policy').text)).toEqual({
      Version: '2012-10-17',
      Statement: [{ Sid: expect.any(String), Effect: 'Allow', Action: 'sagemaker:InvokeEndpoint', Resource: arn }],
    });
  });
});
