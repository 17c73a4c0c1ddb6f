import { join, resolve } from 'node:path';
import type { Terminal } from './terminal.ts';

type Surroundings = Pick<Terminal, 'env' | 'platform' | 'homeFolder' | 'folder'>;

/** Where our own downloads go: `DECISION_WORKBENCH_MODELS`, else the user's data folder. */
export function modelsFolder(around: Surroundings): string {
  const { DECISION_WORKBENCH_MODELS: chosen } = around.env;
  return chosen ? resolve(around.folder, chosen) : join(dataFolder(around), 'models');
}

/** The workspace: `DECISION_WORKBENCH_WORKSPACE`, else the user's data folder. */
export function workspaceFolder(around: Surroundings): string {
  const { DECISION_WORKBENCH_WORKSPACE: chosen } = around.env;
  return chosen ? resolve(around.folder, chosen) : join(dataFolder(around), 'workspace');
}

/** Where each system wants programs to keep what they write. */
function dataFolder({ env, platform, homeFolder }: Surroundings): string {
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA ?? join(homeFolder, 'AppData', 'Local'), 'Decision Workbench');
  }
  if (platform === 'darwin') return join(homeFolder, 'Library', 'Application Support', 'Decision Workbench');
  return join(env.XDG_DATA_HOME ?? join(homeFolder, '.local', 'share'), 'decision-workbench');
}
