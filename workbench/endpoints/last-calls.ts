import { join } from 'node:path';
import { z } from 'zod';
import { asFault } from '../../adapter/fault.ts';
import { readDocument } from '../store/read-document.ts';
import type { Workspace } from '../store/workspace.ts';
import { writeDocument, writeFileAtomically } from '../store/write-file.ts';

const lastCallsSchema = z.object({
  format: z.literal(1),
  /** UTC, by `REGION/NAME` of the endpoint. */
  calls: z.record(z.string(), z.iso.datetime()),
});

/** When this machine last called which endpoint: `endpoints.json` of the workspace. */
export interface LastCalls {
  of(region: string, name: string): string | null;
  /** Resolves when it is on disk. @throws Fault IO_FAILED, WORKSPACE_LOCKED */
  note(region: string, name: string): Promise<void>;
}

/** A damaged file is named in the workspace, and nothing is known then. */
export async function openLastCalls(workspace: Workspace, now: () => Date): Promise<LastCalls> {
  const path = join(workspace.folder, 'endpoints.json');
  const calls = new Map<string, string>();
  try {
    const document = await readDocument(workspace.fs, path, lastCallsSchema);
    for (const [key, at] of Object.entries(document?.calls ?? {})) calls.set(key, at);
  } catch (error) {
    workspace.damaged.push(asFault(error));
  }
  const key = (region: string, name: string) => `${region}/${name}`;
  return {
    of: (region, name) => calls.get(key(region, name)) ?? null,
    note(region, name) {
      workspace.assertWritable();
      calls.set(key(region, name), now().toISOString());
      return workspace.queue.run(path, () =>
        writeFileAtomically(
          workspace.fs,
          path,
          writeDocument({ format: 1, calls: Object.fromEntries([...calls].toSorted(([a], [b]) => (a < b ? -1 : 1))) }),
        ),
      );
    },
  };
}
