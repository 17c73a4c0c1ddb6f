import type { DescribeEndpointCommandOutput } from '@aws-sdk/client-sagemaker';
import type { ReadyReport } from '../../contract/deployments.ts';
import { followLog } from '../resources/log-group.ts';
import { readReadyLine } from '../resources/ready-line.ts';
import type { Sitting } from './sitting.ts';

/** Lines arrive after the endpoint is in service: two minutes are looked for them. */
const LOOK_MS = 15_000;
const READY_LOOKS = 8;
/** Of a container that does not start, shown with the fault. */
const LAST_LINES = 20;

/** The log of an endpoint that comes into service. */
export interface LogWatch {
  /** Reads what is new and tells it. */
  look(found: DescribeEndpointCommandOutput): Promise<void>;
  last(): readonly string[];
  /** Looks some more times for the line that says what it runs on. */
  waitForReady(found: DescribeEndpointCommandOutput): Promise<void>;
  /** What that line says, as a sentence; empty without it. */
  readyWords(): string;
}

export function watchEndpointLog({ aws, signal, journal, tell, plan }: Sitting, name: string): LogWatch {
  const last: string[] = [];
  let read: ReturnType<typeof followLog> | null = null;
  let ready: ReadyReport | null = null;
  async function look(found: DescribeEndpointCommandOutput): Promise<void> {
    // By the service's clock: that of this machine may be wrong. Of an update, what was written before is the other's.
    const { EndpointStatus, CreationTime, LastModifiedTime } = found;
    const since = (EndpointStatus === 'Updating' ? LastModifiedTime : CreationTime) ?? aws.clock.now();
    read ??= followLog(aws, `/aws/sagemaker/Endpoints/${name}`, null, since);
    const lines = await read(signal);
    if (lines.length === 0) return;
    last.push(...lines.map(({ text }) => text));
    last.splice(0, last.length - LAST_LINES);
    tell({ news: 'log', from: 'endpoint', lines });
    for (const { text } of lines) {
      const said = readReadyLine(text);
      if (said === null) continue;
      ready = said;
      await journal.add({ type: 'noted', key: '', facts: { ready: JSON.stringify(said) } });
      tell({ news: 'words', words: readyWords(said) });
    }
  }
  return {
    look,
    last: () => last,
    async waitForReady(found) {
      // The stock image says nothing of the kind.
      if (plan.target.path === 'standard') return;
      for (let looked = 0; ready === null && looked < READY_LOOKS; looked += 1) {
        await aws.clock.sleep(LOOK_MS, signal);
        await look(found);
      }
    },
    readyWords: () => (ready === null ? '' : readyWords(ready)),
  };
}

function readyWords({ device, layers_offloaded: offloaded, layers_total: total }: ReadyReport): string {
  if (offloaded === null || total === null || offloaded === 0) return `Ready on ${device ?? 'an unnamed device'}.`;
  return `Ready on ${device ?? 'a GPU'}: ${offloaded === total ? `all ${total}` : `${offloaded} of ${total}`} layers offloaded.`;
}
