import { Fault } from '../../../adapter/fault.ts';
import type { RemoteTarget } from '../../contract/remote.ts';
import { isAwsFault } from '../../deployment/aws/aws-fault.ts';
import { invokeEndpoint } from '../../deployment/aws/invoke-endpoint.ts';
import type { Aws } from '../../deployment/aws/open-aws.ts';
import { BrokenConnection } from './broken-connection.ts';
import { remoteHost } from './remote-label.ts';
import { MAX_ANSWER_BYTES } from './remote-limits.ts';
import type { Transport } from './transport.ts';

/** Asks a SageMaker endpoint through its runtime. */
export function endpointTransport(target: Extract<RemoteTarget, { kind: 'endpoint' }>, aws: Aws): Transport {
  const host = remoteHost(target);
  return {
    async send(body, signal) {
      try {
        const answer = await invokeEndpoint(aws, target.endpoint_name, body, signal);
        // The platform itself ends answers at 25 MB.
        if (answer.body.length > MAX_ANSWER_BYTES) {
          const message = `${host} answered with more than ${MAX_ANSWER_BYTES.toLocaleString('en')} bytes.`;
          throw new Fault('ENDPOINT_FAILED', message, 'See whether this endpoint answers decisions.');
        }
        return { status: answer.status, body: answer.body, location: null };
      } catch (error) {
        if (isAwsFault(error, 'busy', 'throttled')) {
          return { status: 503, body: Buffer.from(JSON.stringify({ error: error.message })), location: null };
        }
        if (isAwsFault(error, 'unreachable')) throw new BrokenConnection(host, error);
        throw error;
      }
    },
    close: () => aws.close(),
  };
}
