import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Configuration } from '../../adapter/configuration/configuration.ts';
import { readConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import { Fault } from '../../adapter/fault.ts';
import { MAX_JSON_BYTES } from '../../adapter/json/json-limits.ts';
import { sayReadError } from './say-read-error.ts';
import type { Terminal } from './terminal.ts';

/**
 * The configuration of a file, as the app saves and exports it.
 * @throws Fault INVALID_REQUEST with the paths at fault
 */
export async function readConfiguration(terminal: Pick<Terminal, 'folder'>, file: string): Promise<Configuration> {
  return readConfigurationFile(await readBounded(resolve(terminal.folder, file), file), file).configuration;
}

async function readBounded(path: string, file: string): Promise<Uint8Array> {
  let why: string;
  try {
    const { size } = await stat(path);
    if (size <= MAX_JSON_BYTES) return await readFile(path);
    why = `It has ${size} bytes.`;
  } catch (error) {
    why = sayReadError(error);
  }
  throw new Fault('INVALID_REQUEST', `${file} cannot be read. ${why}`, 'Name a configuration that the app exported.', {
    fields: [
      { path: '--configuration', message: 'It cannot be read.', limit: `a file of at most ${MAX_JSON_BYTES} bytes` },
    ],
  });
}
