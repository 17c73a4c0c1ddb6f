import { createServer, type RequestListener } from 'node:http';
import { GetRoleCommand } from '@aws-sdk/client-iam';
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { DeleteModelCommand, DescribeModelCommand } from '@aws-sdk/client-sagemaker';
import { InvokeEndpointCommand } from '@aws-sdk/client-sagemaker-runtime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AwsFault } from './aws-fault.ts';
import { MAX_TRIES } from './call-aws.ts';
import type { Clock } from './clock.ts';
import { type Aws, openAws } from './open-aws.ts';
import { hideCredentials } from './remedy.ts';
import { ENDPOINTS_VARIABLE } from './service-endpoints.ts';

const signal = new AbortController().signal;

/** AWS at a server of one's own; pauses take no time and are counted. */
async function awsAt(answer: RequestListener, requestTimeout = 30_000): Promise<{ aws: Aws; slept: number[] }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const services = ['s3', 'iam', 'sagemaker', 'sagemaker-runtime'];
  const slept: number[] = [];
  const clock: Clock = {
    now: () => new Date(),
    random: () => 1,
    sleep: async (milliseconds) => void slept.push(milliseconds),
  };
  const aws = await openAws({
    region: 'eu-west-1',
    profile: 'work',
    environment: { [ENDPOINTS_VARIABLE]: JSON.stringify(Object.fromEntries(services.map((name) => [name, url]))) },
    clock,
    credentials: async () => ({ accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' }),
    requestTimeout,
  });
  onTestFinished(() => {
    aws.close();
    server.closeAllConnections();
    server.close();
  });
  return { aws, slept };
}

/** An answer of SageMaker's JSON protocol. */
const json =
  (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': 'r', ...headers })
      .end(JSON.stringify(body));
const page =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<!DOCTYPE html><html>Not here</html>');
const xml =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': 'r' }).end(body);

const describeModel = (aws: Aws) =>
  aws.call('sagemaker:DescribeModel', signal, (options) =>
    aws.sagemaker().send(new DescribeModelCommand({ ModelName: 'demo' }), options),
  );
async function awsFaultOf(promise: Promise<unknown>): Promise<AwsFault> {
  const error = await promise.then(
    () => new Error('The call did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof AwsFault) return error;
  throw error;
}

describe('what a failed call means', () => {
  it('absent is what SageMaker says in its own words, and no other bad input', async () => {
    const words = 'Could not find model "arn:aws:sagemaker:eu-west-1:123456789012:model/demo".';
    const { aws } = await awsAt(json(400, { __type: 'ValidationException', message: words }));
    expect(await awsFaultOf(describeModel(aws))).toMatchObject({ kind: 'absent', code: 'NOT_FOUND' });
    const other = await awsAt(
      json(400, { __type: 'ValidationException', message: 'Could not find model data at s3://bucket/key/.' }),
    );
    expect(await awsFaultOf(describeModel(other.aws))).toMatchObject({ kind: 'invalid' });
  });

  it('a page is never absence, and never a success', async () => {
    const missing = await awsAt(page(404));
    expect(await awsFaultOf(describeModel(missing.aws))).toMatchObject({ kind: 'not-aws' });
    const head = missing.aws.call('s3:GetObject', signal, (options) =>
      missing.aws.s3().send(new HeadObjectCommand({ Bucket: 'b', Key: 'k' }), options),
    );
    expect(await awsFaultOf(head)).toMatchObject({ kind: 'not-aws' });
    const { aws } = await awsAt(page(200));
    const gone = aws.call('sagemaker:DeleteModel', signal, (options) =>
      aws.sagemaker().send(new DeleteModelCommand({ ModelName: 'demo' }), options),
    );
    expect(await awsFaultOf(gone)).toMatchObject({ kind: 'not-aws' });
    const removed = aws.call('s3:DeleteObject', signal, (options) =>
      aws.s3().send(new DeleteObjectCommand({ Bucket: 'b', Key: 'k' }), options),
    );
    expect(await awsFaultOf(removed)).toMatchObject({ kind: 'not-aws' });
  });

  it('a denied call names the action that AWS names, with the statement to add', async () => {
    const message =
      'User: arn:aws:iam::123456789012:user/ada is not authorized to perform: sagemaker:DescribeModel on resource: arn:aws:sagemaker:eu-west-1:123456789012:model/demo because no identity-based policy allows it';
    const { aws } = await awsAt(json(400, { __type: 'AccessDeniedException', message }));
    const fault = await awsFaultOf(describeModel(aws));
    expect(fault).toMatchObject({ kind: 'denied', code: 'ACCESS_DENIED' });
    const [policy] = fault.fields;
    expect(JSON.parse(policy?.message ?? '')).toEqual({
      Effect: 'Allow',
      Action: 'sagemaker:DescribeModel',
      Resource: 'arn:aws:sagemaker:eu-west-1:123456789012:model/demo',
    });
  });

  it('a denied call of S3, which names nothing, names what was called', async () => {
    const { aws } = await awsAt(xml(403, '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'));
    const call = aws.call('s3:DeleteObject', signal, (options) =>
      aws.s3().send(new DeleteObjectCommand({ Bucket: 'b', Key: 'k' }), options),
    );
    const fault = await awsFaultOf(call);
    expect(fault.kind).toBe('denied');
    expect(fault.fields[0]?.message).toContain('"s3:DeleteObject"');
  });

  it('an expired sign-in says the exact command', async () => {
    const body =
      '<ErrorResponse><Error><Code>ExpiredToken</Code><Message>The security token included in the request is expired</Message></Error></ErrorResponse>';
    const { aws } = await awsAt(xml(403, body));
    const call = aws.call('iam:GetRole', signal, (options) =>
      aws.iam().send(new GetRoleCommand({ RoleName: 'demo' }), options),
    );
    const fault = await awsFaultOf(call);
    expect(fault).toMatchObject({ kind: 'signed-out', code: 'SIGNED_OUT' });
    expect(fault.fields).toEqual([{ path: 'command', message: 'aws sso login --profile work' }]);
  });

  it('a container’s 503 is busy, and any other error of it carries its own words', async () => {
    const invoke = (aws: Aws) =>
      aws.call('sagemaker:InvokeEndpoint', signal, (options) =>
        aws.runtime().send(new InvokeEndpointCommand({ EndpointName: 'demo', Body: new Uint8Array(1) }), options),
      );
    const error = (status: number, words: string) =>
      json(
        424,
        { Message: 'Received client error', OriginalStatusCode: status, OriginalMessage: words },
        { 'content-type': 'application/json', 'x-amzn-errortype': 'ModelError' },
      );
    const busy = await awsAt(error(503, '{"error":"busy","retryable":true}'));
    expect(await awsFaultOf(invoke(busy.aws))).toMatchObject({ kind: 'busy', code: 'BUSY' });
    const bad = await awsAt(error(400, 'options: at least two'));
    const fault = await awsFaultOf(invoke(bad.aws));
    expect(fault).toMatchObject({ kind: 'model-error', code: 'ENDPOINT_FAILED' });
    expect(fault.message).toContain('options: at least two');
  });

  it('no words of AWS show a key, and no cause carries the request', async () => {
    const message = 'The AWS Access Key Id AKIAIOSFODNN7EXAMPLE needs X-Amz-Signature=abc123&Credential=AKIAX/2026';
    const { aws } = await awsAt(json(400, { __type: 'ValidationException', message }));
    const fault = await awsFaultOf(describeModel(aws));
    expect(fault.message).not.toMatch(/AKIA|abc123/);
    expect(fault.cause).toBeUndefined();
  });
});

describe('what a service or a program quotes', () => {
  it('of the canonical request that a refused signature is answered with, no token is shown', async () => {
    const message =
      "The Canonical String for this request should have been\n'POST\n/\n\nhost:sagemaker\nx-amz-date:20261129T120000Z\nx-amz-security-token:IQoJb3JpZ2luX2VjEXAMPLE//w==\n\nhost;x-amz-date'";
    const { aws } = await awsAt(json(403, { __type: 'InvalidSignatureException', message }));
    const fault = await awsFaultOf(describeModel(aws));
    expect(fault.kind).toBe('signed-out');
    expect(fault.message).not.toContain('IQoJ');
    expect(fault.message).toContain('x-amz-date:20261129T120000Z');
  });

  it('of a program that should have said credentials, nothing', () => {
    expect(hideCredentials('Command failed: /usr/bin/vault read --token s.123\nno s.123')).toBe(
      'Command failed: [hidden]',
    );
  });
});

describe('trying again', () => {
  it('throttling is tried again with growing pauses, and a success ends it', async () => {
    let count = 0;
    const { aws, slept } = await awsAt((request, response) => {
      count += 1;
      if (count < 3) json(400, { __type: 'ThrottlingException', message: 'Rate exceeded' })(request, response);
      else json(200, { ModelArn: 'arn' })(request, response);
    });
    expect(await describeModel(aws)).toMatchObject({ ModelArn: 'arn' });
    expect(slept).toHaveLength(2);
    expect(slept[1]).toBeGreaterThan(slept[0] ?? 0);
  });

  it('it ends after a bounded number of tries', async () => {
    let count = 0;
    const { aws } = await awsAt((request) => {
      count += 1;
      request.socket.destroy();
    });
    expect(await awsFaultOf(describeModel(aws))).toMatchObject({ kind: 'unreachable' });
    expect(count).toBe(MAX_TRIES);
  });

  it('what a second try cannot cure is tried once', async () => {
    let count = 0;
    const { aws } = await awsAt((request, response) => {
      count += 1;
      json(400, { __type: 'ResourceLimitExceeded', message: 'The account-level service limit is 0' })(
        request,
        response,
      );
    });
    expect(await awsFaultOf(describeModel(aws))).toMatchObject({ kind: 'quota', code: 'QUOTA_EXCEEDED' });
    expect(count).toBe(1);
  });

  it('no answer at all is a fault in the end', async () => {
    const { aws } = await awsAt(() => undefined, 100);
    expect(await awsFaultOf(describeModel(aws))).toMatchObject({ kind: 'unreachable' });
  });

  it('an answer that begins and never ends is none', async () => {
    const { aws } = await awsAt((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).write('{"ModelName":');
    }, 100);
    expect(await awsFaultOf(describeModel(aws))).toMatchObject({ kind: 'unreachable' });
  });

  it('a cancelled call is cancelled, whatever it ended with', async () => {
    const abort = new AbortController();
    const { aws } = await awsAt(() => abort.abort());
    const call = aws.call('sagemaker:DescribeModel', abort.signal, (options) =>
      aws.sagemaker().send(new DescribeModelCommand({ ModelName: 'demo' }), options),
    );
    expect(await awsFaultOf(call)).toMatchObject({ kind: 'cancelled', code: 'CANCELLED' });
  });
});
