import { join } from 'node:path';
import type { Configuration } from '../../adapter/configuration/configuration.ts';
import {
  type ConfigurationFile,
  readConfigurationFile,
  writeConfigurationFile,
} from '../../adapter/configuration/configuration-file.ts';
import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { asFault, Fault } from '../../adapter/fault.ts';
import type { SavedConfiguration } from '../contract/configurations.ts';
import { ioFault } from '../store/io-fault.ts';
import { damaged, readBytes } from '../store/read-document.ts';
import type { Workspace } from '../store/workspace.ts';
import { writeFileAtomically } from '../store/write-file.ts';

/** `configurations/<sha256>.json` of a workspace. */
export interface ConfigurationStore {
  /** Most recently saved first. */
  list(): SavedConfiguration[];
  /** @throws Fault NOT_FOUND */
  get(sha256: string): SavedConfiguration;
  /**
   * Resolves when it is on disk. One with the same hash gets the new name and keeps its older proofs beside the new.
   * @throws Fault IO_FAILED, WORKSPACE_LOCKED
   */
  save(name: string, configuration: Configuration): Promise<SavedConfiguration>;
  /** Moves the file into the workspace's `trash/`. @throws Fault NOT_FOUND, IO_FAILED, WORKSPACE_LOCKED */
  remove(sha256: string): Promise<void>;
  /** Told after every change of the list. Returns the end of the subscription. */
  onChange(listener: (configurations: SavedConfiguration[]) => void): () => void;
}

// The names that `save` gives; other files in the folder are nobody's business.
const FILE_NAME = /^([0-9a-f]{64})\.json$/;

/** Reads all configurations of a workspace; those that cannot be read are named in it and left alone. */
export async function openConfigurations(workspace: Workspace, now: () => Date): Promise<ConfigurationStore> {
  const { fs, folder } = workspace;
  const home = join(folder, 'configurations');
  const pathOf = (sha256: string) => join(home, `${sha256}.json`);
  const saved = new Map<string, SavedConfiguration>();
  const listeners = new Set<(configurations: SavedConfiguration[]) => void>();

  for (const sha256 of await hashesIn(workspace, home)) {
    try {
      const bytes = await readBytes(fs, pathOf(sha256));
      if (bytes !== null) saved.set(sha256, asSaved(readStored(bytes, pathOf(sha256), sha256)));
    } catch (error) {
      workspace.damaged.push(asFault(error));
    }
  }

  const list = () => [...saved.values()].sort(bySaving);
  const get = (sha256: string) => {
    const found = saved.get(sha256);
    if (found === undefined) throw notFound(sha256);
    return found;
  };

  function announce(): void {
    for (const listener of listeners) listener(list());
  }

  function change<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    return workspace.queue.run(pathOf(sha256), async () => {
      workspace.assertWritable();
      return work();
    });
  }

  return {
    list,
    get,
    save(name, configuration) {
      const sha256 = configurationSha256(configuration);
      return change(sha256, async () => {
        const merged = withOlderProofs(configuration, saved.get(sha256)?.configuration);
        const saved_at = now().toISOString();
        await makeHome(workspace, home);
        const text = writeConfigurationFile({ name, saved_at, configuration: merged });
        await writeFileAtomically(fs, pathOf(sha256), text);
        const entry = { sha256, name, saved_at, configuration: merged };
        saved.set(sha256, entry);
        announce();
        return entry;
      });
    },
    remove(sha256) {
      return change(sha256, async () => {
        get(sha256);
        const trash = join(folder, 'trash');
        try {
          await fs.makeFolder(trash);
          await fs.rename(pathOf(sha256), join(trash, `${sha256}.json`));
          await fs.syncFolder(home);
          await fs.syncFolder(trash);
        } catch (error) {
          throw ioFault('Removing the configuration', pathOf(sha256), error);
        }
        saved.delete(sha256);
        announce();
      });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function hashesIn({ fs }: Workspace, home: string): Promise<string[]> {
  if (!(await fs.exists(home))) return [];
  const entries = await fs.list(home);
  return entries.flatMap(({ name, isFolder }) => (isFolder ? [] : (FILE_NAME.exec(name)?.[1] ?? [])));
}

function readStored(bytes: Uint8Array, path: string, sha256: string): ConfigurationFile {
  let file: ConfigurationFile;
  try {
    file = readConfigurationFile(bytes, path);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const [first] = error.fields;
    const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
    throw damaged(path, `${where}${(first?.message ?? error.message).replace(/\.$/, '')}`, error.fields);
  }
  if (file.sha256 === sha256) return file;
  throw damaged(path, `sha256: it says ${file.sha256}, and its name is another`, []);
}

function asSaved({ sha256, name, saved_at, configuration }: ConfigurationFile): SavedConfiguration {
  return { sha256, name, saved_at, configuration };
}

/** A proof on the same samples is replaced; one on others stays, after the new ones. */
function withOlderProofs(configuration: Configuration, before: Configuration | undefined): Configuration {
  const isNew = (decision: string, set: string) =>
    !configuration.evidence.some((proof) => proof.decision_sha256 === decision && proof.sample_set_sha256 === set);
  const older = before?.evidence.filter((proof) => isNew(proof.decision_sha256, proof.sample_set_sha256)) ?? [];
  return { ...configuration, evidence: [...configuration.evidence, ...older] };
}

async function makeHome({ fs, folder }: Workspace, home: string): Promise<void> {
  try {
    if (await fs.exists(home)) return;
    await fs.makeFolder(home);
    await fs.syncFolder(folder);
  } catch (error) {
    throw ioFault('Saving the configuration', home, error);
  }
}

function bySaving(a: SavedConfiguration, b: SavedConfiguration): number {
  return b.saved_at.localeCompare(a.saved_at) || a.sha256.localeCompare(b.sha256);
}

function notFound(sha256: string): Fault {
  return new Fault(
    'NOT_FOUND',
    `There is no configuration ${sha256.slice(0, 12)}… in this workspace.`,
    'Choose one of the list, import it again, or score without a configuration.',
    { fields: [{ path: 'scoring.configuration', message: 'There is no such configuration.' }] },
  );
}
