import { join } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { settingsSchema } from '../contract/settings.ts';
import { openFileIndex } from '../models/file-index.ts';
import type { ModelLibrary } from '../models/library.ts';
import { createModelLibrary } from '../models/model-library.ts';
import { diskFileSystem } from '../store/file-system.ts';
import { readDocument } from '../store/read-document.ts';
import { modelsFolder, workspaceFolder } from './default-folders.ts';
import type { Terminal } from './terminal.ts';

/** The library for one command. Reads the places without opening the workspace, which the app may have open. */
export async function openLibrary(terminal: Terminal): Promise<ModelLibrary> {
  const file = join(workspaceFolder(terminal), 'settings.json');
  const settings = await readDocument(diskFileSystem, file, settingsSchema).catch(() => null);
  const folder = modelsFolder(terminal);
  return createModelLibrary({
    modelsFolder: folder,
    fileIndex: openFileIndex(folder),
    surroundings: terminal,
    places: () => settings?.model_places ?? [],
    changePlaces: () => Promise.reject(new Fault('UNEXPECTED', 'Places are changed in the app alone.', 'Use the app.')),
  });
}
