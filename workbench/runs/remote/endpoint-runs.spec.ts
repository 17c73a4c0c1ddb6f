import { createServer } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEndpoint } from '../../../test/deployment/create-endpoint.ts';
import { CREDENTIALS, REGION } from '../../../test/stand-ins/aws/account.ts';
import { accessDenied } from '../../../test/stand-ins/aws/injected-faults.ts';
import { type AwsStandIn, openMemoryAws } from '../../../test/stand-ins/aws/open-aws.ts';
import { openTestWorkbench } from '../../../test/stand-ins/open-test-workbench.ts';
import { additions, manySamples, queueQuestion, runConfiguration } from '../../../test/stand-ins/sample-sets.ts';

/** What the container says to the n-th request. */
type Container = (id: string, nth: number) => { status: number; body: object };

const answered: Container = (id) => ({
  status: 200,
  body: {
    result: {
      id,
      option_ids: ['access', 'billing', 'sales'],
      probabilities: [0.5, 0.25, 0.25],
      option_logits: [2, 1, 1],
    },
  },
});

let aws: AwsStandIn;

beforeEach(async () => {
  aws = await openMemoryAws();
  onTestFinished(() => aws.close());
  vi.stubEnv('AWS_ACCESS_KEY_ID', CREDENTIALS.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', CREDENTIALS.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', CREDENTIALS.sessionToken);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
});

/** Scores two samples on an endpoint whose container answers so. @returns how the run stands when it has ended */
async function scoreOn(container: Container) {
  let asked = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data) => {
      body += data;
    });
    request.on('end', () => {
      const { status, body: said } = container(JSON.parse(body).decision.id, asked++);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  aws.container = () => `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  await createEndpoint(aws, 'triage', { 'decision-workbench:application': 'decision-workbench' });
  const log = [JSON.stringify({ msg: 'ready', device: 'NVIDIA L4', layers_offloaded: 37, layers_total: 37 })];
  await aws.writeLog(REGION, '/aws/sagemaker/Endpoints/triage', 'main/i-1', log);

  const { client } = await openTestWorkbench({ environment: { DECISION_WORKBENCH_AWS_ENDPOINTS: aws.endpoints() } });
  const binding = { kind: 'bound', decision: null, question: queueQuestion } as const;
  const { set } = await client.samples.create({ name: 'Tickets', binding });
  await client.samples.edit({ id: set.id, edits: additions(manySamples(2)) });
  const remote = { kind: 'endpoint', endpoint_name: 'triage', region: REGION, profile: null, price: null } as const;
  const configurations = [runConfiguration('anything', { name: 'there', remote })];
  const [started] = await client.runs.start({ set_id: set.id, part: 'all', configurations, may_leave: true });
  const id = started?.run.id ?? '';
  const summary = await vi.waitFor(
    async () => {
      const found = (await client.runs.list()).find(({ run }) => run.id === id);
      if (found === undefined || found.job !== null) throw new Error(`It is ${found?.run.state}`);
      return found;
    },
    { timeout: 25_000 },
  );
  return { ...summary, rows: (await client.runs.rows({ id, from: 0, limit: 10 })).rows };
}

describe('a run at an endpoint', () => {
  it('is signed, maps the answers, and says which instance and which device they came from', async () => {
    const { run, scored, rows } = await scoreOn(answered);
    expect(run).toMatchObject({ state: 'done', configuration: { model_path: `sagemaker:${REGION}/triage` } });
    expect(run.answered_by).toMatchObject({ instance_type: 'ml.c6i.8xlarge', device: 'NVIDIA L4', busy: { times: 0 } });
    expect({ scored, first: rows[0] }).toMatchObject({
      scored: 2,
      first: { probabilities: [0.5, 0.25, 0.25], logits: [2, 1, 1] },
    });
    expect(JSON.stringify(run)).not.toContain(CREDENTIALS.secretAccessKey);
  });

  it('reads what the container said out of the platform’s error: a refusal is a failed row, busy is waited for', async () => {
    const busy = { error: 'Another request is being scored.', retryable: true };
    const tooLong = { error: 'It has 9,000 tokens.', retryable: false, code: 'TOO_MANY_TOKENS', next: 'Shorten it.' };
    const { run, failed, rows } = await scoreOn((id, nth) => {
      if (nth === 0) return { status: 503, body: busy };
      return nth === 1 ? { status: 400, body: tooLong } : answered(id, nth);
    });
    expect(failed).toBe(1);
    expect(rows.find(({ status }) => status === 'failed')).toMatchObject({
      fault: { code: 'TOO_MANY_TOKENS', message: expect.stringContaining('It has 9,000 tokens.') },
    });
    expect(run).toMatchObject({ state: 'done', answered_by: { busy: { times: 1 } } });
  });

  it('ends with the statement to add when the caller may not ask', async () => {
    aws.faults.refuse('InvokeEndpoint', accessDenied);
    const { run } = await scoreOn(answered);
    expect(run.state).toBe('failed');
    expect(run.fault).toMatchObject({ code: 'ACCESS_DENIED', fields: [{ path: 'policy' }] });
    expect(run.fault?.fields[0]?.message).toContain('sagemaker:InvokeEndpoint');
  });
});
