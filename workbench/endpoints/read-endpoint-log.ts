import { DescribeLogStreamsCommand, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import type { ReadyReport } from '../contract/deployments.ts';
import { isAwsFault } from '../deployment/aws/aws-fault.ts';
import type { Aws } from '../deployment/aws/open-aws.ts';
import { readReadyLine } from '../deployment/resources/ready-line.ts';

/** Instances of one endpoint that are looked at; each has a stream of its own. */
const MAX_STREAMS = 10;
/** Pages of a search for one kind of line. */
const MAX_PAGES = 10;

/** What the log of an endpoint tells. */
export interface EndpointLog {
  /** Of the instance that started last; null when there is no such line, or it may not be read. */
  ready: ReadyReport | null;
  /** UTC; of its last line. A container writes one for each call and none for a health check. */
  last_line_at: string | null;
}

/** The group that SageMaker writes an endpoint's lines to. */
export function endpointLogGroup(name: string): string {
  return `/aws/sagemaker/Endpoints/${name}`;
}

/** Reads what matters of an endpoint's log. A list goes without when it may not be read. */
export async function readEndpointLog(aws: Aws, name: string, signal: AbortSignal): Promise<EndpointLog> {
  const logGroupName = endpointLogGroup(name);
  try {
    return {
      ready: await findReady(aws, logGroupName, signal),
      last_line_at: await lastLine(aws, logGroupName, signal),
    };
  } catch (error) {
    if (isAwsFault(error, 'absent', 'denied')) return { ready: null, last_line_at: null };
    throw error;
  }
}

async function findReady(aws: Aws, logGroupName: string, signal: AbortSignal): Promise<ReadyReport | null> {
  let ready: ReadyReport | null = null;
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await aws.call('logs:FilterLogEvents', signal, (options) =>
      aws.logs().send(
        new FilterLogEventsCommand({
          logGroupName,
          filterPattern: '"ready"',
          ...(nextToken === undefined ? {} : { nextToken }),
        }),
        options,
      ),
    );
    for (const { message = '' } of answer.events ?? []) ready = readReadyLine(message.trim()) ?? ready;
    nextToken = answer.nextToken;
    if (nextToken === undefined) break;
  }
  return ready;
}

async function lastLine(aws: Aws, logGroupName: string, signal: AbortSignal): Promise<string | null> {
  const { logStreams = [] } = await aws.call('logs:DescribeLogStreams', signal, (options) =>
    aws
      .logs()
      .send(
        new DescribeLogStreamsCommand({ logGroupName, orderBy: 'LastEventTime', descending: true, limit: MAX_STREAMS }),
        options,
      ),
  );
  const times = logStreams.flatMap(({ lastEventTimestamp }) =>
    lastEventTimestamp === undefined ? [] : [lastEventTimestamp],
  );
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
