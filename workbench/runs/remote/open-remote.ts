import type { AnsweredBy, RemoteTarget } from '../../contract/remote.ts';
import type { Clock } from '../../deployment/aws/clock.ts';
import { clockOf } from '../../deployment/aws/clock-of.ts';
import type { Environment } from './check-remote.ts';
import { describeServer } from './describe-server.ts';
import { httpTransport } from './http-transport.ts';
import { remoteHost } from './remote-label.ts';
import { createRemoteScorer, type RemoteDescription, type RemoteScorer } from './remote-scorer.ts';

/** What scoring elsewhere depends on. */
export interface RemoteParts {
  environment: Environment;
  /** A clock that never goes back, in seconds. */
  seconds: () => number;
  /** That of the pauses while a place is busy; the machine's, as the environment allows it, when none is given. */
  clock?: Clock;
  /** What is known of an endpoint's instance and device. */
  describeEndpoint?: (target: Extract<RemoteTarget, { kind: 'endpoint' }>) => Promise<RemoteDescription>;
}

/** Opens the way to a place for one sitting of a run. */
export type OpenRemote = (target: RemoteTarget, known: AnsweredBy | null, signal: AbortSignal) => Promise<RemoteScorer>;

export function createOpenRemote({ environment, seconds, clock, describeEndpoint }: RemoteParts): OpenRemote {
  return async (target, known, signal) => {
    const asking = { host: remoteHost(target), clock: clock ?? clockOf(environment), seconds, signal };
    if (target.kind !== 'endpoint') {
      const described = await describeServer(target, signal);
      return createRemoteScorer(target, { ...asking, transport: httpTransport(target, environment) }, described, known);
    }
    // The clients are large, and most commands need none.
    const { openAws } = await import('../../deployment/aws/open-aws.ts');
    const { endpointTransport } = await import('./endpoint-transport.ts');
    const aws = await openAws({ region: target.region, profile: target.profile, environment, clock: asking.clock });
    const described = (await describeEndpoint?.(target).catch(() => null)) ?? { device: null, instance_type: null };
    return createRemoteScorer(target, { ...asking, transport: endpointTransport(target, aws) }, described, known);
  };
}
