import { join } from 'node:path';
import { asFault, Fault } from '../../adapter/fault.ts';
import { type Settings, type SettingsPatch, settingsSchema } from '../contract/settings.ts';
import { readDocument } from './read-document.ts';
import type { Workspace } from './workspace.ts';
import { writeDocument, writeFileAtomically } from './write-file.ts';

/** What holds until a person changes it. */
export const defaultSettings: Settings = {
  format: 1,
  engine: {
    gpuLayers: 'auto',
    threads: null,
    // 255 options with short descriptions and a page of evidence fit; more costs memory on every machine.
    contextTokens: 8192,
    mode: 'reproducible',
  },
  max_prompt_tokens: 8192,
  color_scheme: 'system',
  contrast: 'standard',
  last_model: null,
  last_decision: null,
  model_places: [],
};

export interface SettingsStore {
  get(): Settings;
  /** Whether the workspace had no settings yet. */
  isNew: boolean;
  /** Resolves when the change is on disk. @throws Fault IO_FAILED, WORKSPACE_LOCKED; the settings are then as before */
  change(patch: SettingsPatch): Promise<Settings>;
  /** Told after every change. Returns the end of the subscription. */
  onChange(listener: (settings: Settings, before: Settings) => void): () => void;
}

/** Reads `settings.json`. A damaged one is named in the workspace, and the defaults hold. */
export async function openSettings(workspace: Workspace, now: () => Date): Promise<SettingsStore> {
  const { fs } = workspace;
  const path = join(workspace.folder, 'settings.json');
  const listeners = new Set<(settings: Settings, before: Settings) => void>();
  let isDamaged = false;
  const stored = await readDocument(fs, path, settingsSchema).catch((error: unknown) => {
    isDamaged = true;
    workspace.damaged.push(settingsFault(asFault(error)));
    return null;
  });
  let settings = stored ?? defaultSettings;

  /** The damaged file keeps its text under another name, since the next change writes a new one. */
  async function setDamagedAside(): Promise<void> {
    if (!isDamaged) return;
    await fs.rename(path, join(workspace.folder, `settings.damaged-${now().getTime()}.json`));
    isDamaged = false;
  }

  return {
    get: () => settings,
    isNew: stored === null && !isDamaged,
    change(patch) {
      return workspace.queue.run(path, async () => {
        workspace.assertWritable();
        const before = settings;
        const after = settingsSchema.parse({ ...before, ...withoutUndefined(patch) });
        await setDamagedAside();
        await writeFileAtomically(fs, path, writeDocument(after));
        settings = after;
        for (const listener of listeners) listener(after, before);
        return after;
      });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A field that was not sent changes nothing. */
function withoutUndefined(patch: SettingsPatch): SettingsPatch {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

function settingsFault(fault: Fault): Fault {
  return new Fault(
    fault.code,
    `${fault.message} The default settings are used.`,
    'Correct the file and start again. At the next change of a setting it is kept under another name (settings.damaged-….json).',
    { fields: fault.fields, cause: fault },
  );
}
