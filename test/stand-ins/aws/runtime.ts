import { type AwsCall, AwsRefusal, type AwsReply, textOf } from './aws-call.ts';
import type { SageMaker } from './sagemaker/sagemaker.ts';

/** As the platform cuts what a container says into `OriginalMessage`. */
const ORIGINAL_MESSAGE_CHARACTERS = 2048;

/** Headers that do not reach a container. */
const OWN_HEADERS = /^(authorization|x-amz-.*|amz-.*|host|connection|content-length|accept-encoding|expect)$/;

/**
 * Calls the container behind an endpoint in service: a real process at `address`, given by endpoint name. An error of it
 * comes back as 424 with its own message, as the platform does.
 */
export async function invokeEndpoint(
  call: AwsCall,
  sagemaker: SageMaker,
  address: (endpoint: string) => string | null,
): Promise<AwsReply> {
  const name = textOf(call.input, 'EndpointName');
  const endpoint = sagemaker.endpoints.find(call.region, name);
  const missing = `Endpoint ${name} of account 123456789012 not found.`;
  if (endpoint === undefined) throw new AwsRefusal('ValidationError', missing);
  if (!['InService', 'Updating', 'RollingBack'].includes(endpoint.states[0] ?? '')) {
    throw new AwsRefusal('ValidationError', missing);
  }
  const container = address(name);
  if (container === null) return modelError(name, 503, 'no container');
  const headers = Object.fromEntries(Object.entries(call.headers).filter(([header]) => !OWN_HEADERS.test(header)));
  const response = await fetch(`${container}/invocations`, {
    method: 'POST',
    headers,
    body: new Uint8Array(call.body),
  });
  const text = await response.text();
  if (!response.ok) return modelError(name, response.status, text);
  return {
    status: 200,
    headers: {
      'content-type': response.headers.get('content-type') ?? 'application/json',
      'x-amzn-invoked-production-variant': 'AllTraffic',
    },
    body: text,
  };
}

function modelError(name: string, status: number, text: string): never {
  throw new AwsRefusal(
    'ModelError',
    `Received ${status >= 500 ? 'server' : 'client'} error (${status}) from primary with message "${text}". See https://us-east-1.console.aws.amazon.com/cloudwatch/home#logEventViewer:group=/aws/sagemaker/Endpoints/${name} in account 123456789012 for more information.`,
    424,
    { OriginalMessage: text.slice(0, ORIGINAL_MESSAGE_CHARACTERS), OriginalStatusCode: status },
  );
}
