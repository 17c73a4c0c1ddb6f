import { buildNodeEntry } from './build-node-entry.ts';

/** Builds the program that tries a model file. */
export const buildTrialEntry = () => buildNodeEntry('try-model', 'workbench/engine/try-model-process.ts');
