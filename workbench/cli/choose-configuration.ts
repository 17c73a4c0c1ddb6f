import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import type { SavedConfiguration } from '../contract/configurations.ts';
import { readConfiguration } from './read-configuration.ts';
import type { Terminal } from './terminal.ts';
import type { WorkbenchClient } from './with-workbench.ts';

/**
 * The configuration that is named: a file, which is then saved in the workspace, or a saved one by its name or the first
 * digits of its hash.
 * @throws Fault INVALID_REQUEST
 */
export async function chooseConfiguration(
  terminal: Pick<Terminal, 'folder'>,
  client: WorkbenchClient,
  named: string,
): Promise<SavedConfiguration> {
  if (/\.json$/i.test(named)) {
    // says what is wrong with the file in the words of the other commands
    await readConfiguration(terminal, named);
    const text = await readFile(resolve(terminal.folder, named), 'utf8');
    return client.configurations.import({ name: named, text });
  }
  const saved = await client.configurations.list();
  const found = saved.filter(({ name, sha256 }) => name === named || (named.length >= 6 && sha256.startsWith(named)));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const message =
    found.length === 0 ? `No configuration is called “${named}”.` : `${found.length} are called “${named}”.`;
  throw new Fault('INVALID_REQUEST', message, 'Name a file, or a saved configuration by its hash.', {
    fields: [{ path: '--configuration', message }],
  });
}
