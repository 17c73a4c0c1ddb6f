import { arn } from '../account.ts';
import {
  type AwsCall,
  type AwsInput,
  AwsRefusal,
  type AwsReply,
  isRecord,
  recordsOf,
  textOf,
  textsOf,
} from '../aws-call.ts';
import { jsonReply } from '../replies.ts';
import { type Item, Shelf, tagRecord, toTags } from '../shelf.ts';

interface Group extends Item {
  events: { stream: string; timestamp: number; message: string; id: string }[];
  streams: Set<string>;
}

/** Small, so that a reader has to turn pages. */
const PAGE = 4;

/** Log groups with their streams and events. */
export class Logs {
  readonly groups = new Shelf<Group>();

  answer({ action, input, region }: AwsCall): AwsReply {
    return jsonReply(this.act(action, input, region));
  }

  private act(action: string, input: AwsInput, region: string): AwsInput {
    if (action === 'CreateLogGroup') {
      const name = textOf(input, 'logGroupName');
      if (this.groups.find(region, name) !== undefined) {
        throw new AwsRefusal('ResourceAlreadyExistsException', 'The specified log group already exists');
      }
      const tags = isRecord(input.tags) ? toTags(strings(input.tags)) : [];
      const address = arn('logs', region, `log-group:${name}`);
      this.groups.add({ name, region, arn: address, input, created: 0, tags, events: [], streams: new Set() });
      return {};
    }
    if (action === 'DescribeLogGroups') {
      const prefix = textOf(input, 'logGroupNamePrefix');
      const found = this.groups.items.filter((item) => item.region === region && item.name.startsWith(prefix));
      return {
        logGroups: found.map(({ name, arn: address }) => ({
          logGroupName: name,
          arn: `${address}:*`,
          logGroupArn: address,
          creationTime: 1_767_225_600_000,
          storedBytes: 1,
        })),
      };
    }
    const identifier = (textOf(input, 'resourceArn') || textOf(input, 'logGroupIdentifier')).replace(/:\*$/, '');
    const byArn = this.groups.items.find((item) => item.arn === identifier)?.name;
    const name = textOf(input, 'logGroupName') || byArn || identifier;
    return this.ofGroup(
      action,
      input,
      this.groups.get(
        region,
        name,
        () => new AwsRefusal('ResourceNotFoundException', 'The specified log group does not exist.'),
      ),
    );
  }

  private ofGroup(action: string, input: AwsInput, group: Group): AwsInput {
    const logStream = textOf(input, 'logStreamName');
    switch (action) {
      case 'DeleteLogGroup':
        this.groups.remove(group);
        return {};
      case 'PutRetentionPolicy':
        return {};
      case 'TagResource':
        if (isRecord(input.tags)) group.tags.push(...toTags(strings(input.tags)));
        return {};
      case 'ListTagsForResource':
        return { tags: tagRecord(group.tags) };
      case 'CreateLogStream':
        if (group.streams.has(logStream)) {
          throw new AwsRefusal('ResourceAlreadyExistsException', 'The specified log stream already exists');
        }
        group.streams.add(logStream);
        return {};
      case 'PutLogEvents':
        if (!group.streams.has(logStream)) {
          throw new AwsRefusal('ResourceNotFoundException', 'The specified log stream does not exist.');
        }
        for (const event of recordsOf(input.logEvents)) {
          const id = String(group.events.length).padStart(20, '0');
          group.events.push({
            stream: logStream,
            timestamp: Number(event.timestamp),
            message: textOf(event, 'message'),
            id,
          });
        }
        return {};
      case 'DescribeLogStreams':
        return { logStreams: [...group.streams].map((logStreamName) => ({ logStreamName })) };
      case 'GetLogEvents':
      case 'FilterLogEvents': {
        const streams = action === 'GetLogEvents' ? [logStream] : textsOf(input.logStreamNames);
        const since = typeof input.startTime === 'number' ? input.startTime : 0;
        const prefix = textOf(input, 'logStreamNamePrefix');
        const found = group.events.filter(
          ({ timestamp, stream }) =>
            timestamp >= since && stream.startsWith(prefix) && (streams.length === 0 || streams.includes(stream)),
        );
        const from = Number(textOf(input, 'nextToken') || 0);
        const events = found.slice(from, from + PAGE).map((event) => ({
          logStreamName: event.stream,
          timestamp: event.timestamp,
          ingestionTime: event.timestamp,
          message: event.message,
          eventId: event.id,
        }));
        return { events, ...(from + PAGE < found.length ? { nextToken: String(from + PAGE) } : {}) };
      }
      default:
        throw new AwsRefusal('UnknownOperationException', `No such operation: ${action}`);
    }
  }
}

function strings(record: AwsInput): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)]));
}
