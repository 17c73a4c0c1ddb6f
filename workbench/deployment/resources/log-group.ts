import {
  DeleteLogGroupCommand,
  DescribeLogGroupsCommand,
  FilterLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { hideCredentials } from '../aws/remedy.ts';
import type { Seen } from './seen.ts';

/** A service makes it, so that it has no tags: its exact name, which the journal has, is what makes it ours. */
export async function lookAtLogGroup(aws: Aws, name: string, signal: AbortSignal): Promise<Seen | null> {
  const { logGroups } = await aws.call('logs:DescribeLogGroups', signal, (options) =>
    aws.logs().send(new DescribeLogGroupsCommand({ logGroupNamePrefix: name }), options),
  );
  const found = logGroups?.find(({ logGroupName }) => logGroupName === name);
  return found === undefined ? null : { tags: null, facts: { arn: found.arn ?? null }, differs: null };
}

export async function removeLogGroup(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  await aws.call('logs:DeleteLogGroup', signal, (options) =>
    aws.logs().send(new DeleteLogGroupCommand({ logGroupName: name }), options),
  );
}

export interface LogLine {
  time: Date;
  text: string;
}

/** Pages of one look; what is beyond comes with the next. */
const MAX_PAGES = 10;
/** Lines arrive late and out of order: each look reads some of the time before it again. */
const OVERLAP_MS = 60_000;

/**
 * Reads the lines of a log group that were not read before; nothing while there is no such group.
 * @param stream only of streams whose name begins so; null for all
 */
export function followLog(
  aws: Aws,
  group: string,
  stream: string | null,
  from: Date,
): (signal: AbortSignal) => Promise<LogLine[]> {
  const seen = new Set<string>();
  let since = from.getTime();
  return async (signal) => {
    const lines: LogLine[] = [];
    let nextToken: string | undefined;
    try {
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await aws.call('logs:FilterLogEvents', signal, (options) =>
          aws.logs().send(
            new FilterLogEventsCommand({
              logGroupName: group,
              ...(stream === null ? {} : { logStreamNamePrefix: stream }),
              startTime: Math.max(0, since - OVERLAP_MS),
              ...(nextToken === undefined ? {} : { nextToken }),
            }),
            options,
          ),
        );
        for (const { eventId, timestamp = since, message = '', logStreamName = '' } of answer.events ?? []) {
          const id = eventId ?? `${logStreamName} ${timestamp} ${message}`;
          if (seen.has(id)) continue;
          seen.add(id);
          lines.push({ time: new Date(timestamp), text: hideCredentials(message.trimEnd()) });
        }
        nextToken = answer.nextToken;
        if (nextToken === undefined) break;
      }
    } catch (error) {
      if (isAwsFault(error, 'absent')) return [];
      throw error;
    }
    lines.sort((a, b) => a.time.getTime() - b.time.getTime());
    since = Math.max(since, lines.at(-1)?.time.getTime() ?? since);
    return lines;
  };
}
