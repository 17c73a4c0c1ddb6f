import { join } from 'node:path';
import { z } from 'zod';
import { type DeploymentLogLine, deploymentLogLineSchema } from '../contract/deployments.ts';
import { createPacer } from '../samples/pacer.ts';
import { type LineAppender, openLineAppender, readLines } from '../store/json-lines.ts';
import type { Workspace } from '../store/workspace.ts';

/** Of one line: more is no line for people. */
const MAX_TEXT = 4000;
/** Kept of one deployment; a build writes some thousands. What comes after is in CloudWatch alone. */
const MAX_LINES = 50_000;
const LOG_MODE = 0o600;

const storedSchema = z.strictObject(deploymentLogLineSchema.omit({ at: true }).shape);
type Stored = z.infer<typeof storedSchema>;

/** The log of a deployment: what the app and its builds and containers said. `deployments/<id>/log.jsonl`. */
export interface LogBook {
  count(): number;
  read(from: number, limit: number): DeploymentLogLine[];
  /** Adds lines and answers them with their places. They are written soon; losing some to a kill loses no effect. */
  add(from: DeploymentLogLine['from'], lines: readonly { time: Date; text: string }[]): DeploymentLogLine[];
  /** Resolves when all lines last. */
  close(): Promise<void>;
}

/** @param onFault told once when the log cannot be written; it goes on in memory */
export async function openLogBook(
  { fs, folder }: Pick<Workspace, 'fs' | 'folder'>,
  id: string,
  onFault: (error: unknown) => void,
): Promise<LogBook> {
  const path = join(folder, 'deployments', id, 'log.jsonl');
  const lines: Stored[] = await readLines(fs, path, storedSchema, createPacer());
  let file: Promise<LineAppender> | null = null;
  let pending: Stored[] = [];
  let writing = Promise.resolve();
  let broken = false;

  async function write(): Promise<void> {
    const batch = pending;
    pending = [];
    if (batch.length === 0 || broken) return;
    try {
      file ??= openLineAppender(fs, path, LOG_MODE);
      await (await file).append(batch);
    } catch (error) {
      broken = true;
      onFault(error);
    }
  }

  return {
    count: () => lines.length,
    read: (from, limit) => lines.slice(from, from + limit).map((line, index) => ({ ...line, at: from + index })),
    add(from, added) {
      const room = Math.max(0, MAX_LINES - lines.length);
      const stored = added
        .slice(0, room)
        .map(({ time, text }): Stored => ({ time: time.toISOString(), from, text: text.slice(0, MAX_TEXT) }));
      const first = lines.length;
      lines.push(...stored);
      pending.push(...stored);
      writing = writing.then(write);
      return stored.map((line, index) => ({ ...line, at: first + index }));
    },
    async close() {
      await writing;
      const opened = file;
      file = null;
      if (opened !== null && !broken) await (await opened).close().catch(onFault);
    },
  };
}
