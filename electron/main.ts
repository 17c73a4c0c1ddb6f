import { join } from 'node:path';
import { openWorkbench } from '../workbench/open-workbench.ts';
import { startDesktop } from './start-desktop.ts';

const builtFolder = join(import.meta.dirname, '..');

startDesktop({ openWorkbench, builtFolder, icon: join(builtFolder, '..', 'electron', 'icons', 'icon.png') });
