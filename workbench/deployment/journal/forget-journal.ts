import { join } from 'node:path';
import { Fault } from '../../../adapter/fault.ts';
import { ioFault } from '../../store/io-fault.ts';
import type { Workspace } from '../../store/workspace.ts';
import { mayBeThere } from '../view-deployment.ts';
import type { DeploymentState } from './fold-journal.ts';

/** @throws Fault CONFLICT while anything that a deployment made may be there: only its journal knows of it */
export function assertNothingLeft({ resources }: DeploymentState): void {
  const left = [...resources.values()].filter((record) => mayBeThere(record) && record.resource.ownership !== 'given');
  if (left.length === 0) return;
  const names = left.map(({ resource }) => resource.name).join(', ');
  throw new Fault('CONFLICT', `Of the deployment there may be left: ${names}.`, 'Undo it with all of it first.');
}

/** Moves a deployment's folder into the workspace's `trash/`. @throws Fault IO_FAILED */
export async function moveJournalToTrash({ fs, folder }: Pick<Workspace, 'fs' | 'folder'>, id: string): Promise<void> {
  const from = join(folder, 'deployments', id);
  const trash = join(folder, 'trash');
  try {
    await fs.makeFolder(trash);
    await fs.rename(from, join(trash, `deployment-${id}`));
    await fs.syncFolder(join(folder, 'deployments'));
    await fs.syncFolder(trash);
  } catch (error) {
    throw ioFault('Removing the deployment', from, error);
  }
}
