import { expect, it } from 'vitest';
import { modelsFolder, workspaceFolder } from './default-folders.ts';

const around = { env: {}, platform: 'linux', homeFolder: '/home/a', folder: '/here' } as const;

it('follows each system’s custom', () => {
  expect(modelsFolder(around)).toBe('/home/a/.local/share/decision-workbench/models');
  expect(workspaceFolder({ ...around, env: { XDG_DATA_HOME: '/data' } })).toBe('/data/decision-workbench/workspace');
  expect(modelsFolder({ ...around, platform: 'darwin' })).toBe(
    '/home/a/Library/Application Support/Decision Workbench/models',
  );
});

it('follows the environment, relative to the current folder', () => {
  expect(modelsFolder({ ...around, env: { DECISION_WORKBENCH_MODELS: 'm' } })).toBe('/here/m');
  expect(workspaceFolder({ ...around, env: { DECISION_WORKBENCH_WORKSPACE: '/w' } })).toBe('/w');
});
