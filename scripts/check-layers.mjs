import { join } from 'node:path';
import { findLayerFaults } from './find-layer-faults.mjs';

const root = join(import.meta.dirname, '..');

const { faults, modules, imports } = findLayerFaults(root, [
  'adapter',
  'workbench',
  'electron',
  'renderer',
  'test',
  'scripts',
]);
for (const fault of faults) console.log(fault);
console.log(`${modules} modules with ${imports} imports, ${faults.length} against the layers`);
if (imports === 0) console.log('No import was read, so nothing is shown.');
process.exitCode = faults.length > 0 || imports === 0 ? 1 : 0;
