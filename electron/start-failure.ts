import { asFault } from '../adapter/fault.ts';

/** Title and text of the box that tells why the app cannot start. */
export function describeStartFailure(error: unknown, workspaceFolder: string): { title: string; content: string } {
  const fault = asFault(error);
  const title =
    fault.code === 'WORKSPACE_LOCKED'
      ? 'Decision Workbench is already open'
      : 'Decision Workbench cannot open its workspace';
  return { title, content: `${fault.message}\n\n${fault.next}\n\nWorkspace: ${workspaceFolder}` };
}
