import { basename } from 'node:path';
import { defaultSettingsFor } from '../../adapter/configuration/default-settings.ts';
import type { readDevices } from '../../adapter/engine/read-devices.ts';
import { Fault } from '../../adapter/fault.ts';
import type { openScorer } from '../../adapter/score/open-scorer.ts';
import type { EngineSettings, Scorer } from '../../adapter/score/scorer.ts';
import type { EngineState } from '../contract/models.ts';
import type { Host } from '../host.ts';
import { describeKnown } from '../models/describe-model.ts';
import type { ModelOrigin } from '../models/download/model-origin.ts';
import type { FileIndex } from '../models/file-index.ts';
import { type FileStamp, stampFile } from '../models/stamp-file.ts';
import type { LoadMarker } from './load-marker.ts';
import { beginMeasure } from './measure-load.ts';
import type { LoadedWith } from './owner.ts';
import { loadCancelled, tryUnknownFile } from './try-unknown-file.ts';

export type Ready = Extract<EngineState, { status: 'ready' }>;

/** What is loaded, and the file as it was then. */
export interface Loaded {
  path: string;
  stamp: FileStamp;
  /** How it was loaded; another object for each load. */
  as: LoadedWith;
  scorer: Scorer;
  ready: Ready;
}

export interface LoadParts {
  tryModel: Host['tryModel'];
  fileIndex: FileIndex;
  open: typeof openScorer;
  marker: LoadMarker | undefined;
  devices: typeof readDevices | undefined;
  originOf: ((path: string) => Promise<ModelOrigin | null>) | undefined;
  now: () => Date;
  /** Awaited before native code sees the file: what was loaded goes. */
  makeRoom: () => Promise<void>;
}

/**
 * Loads a file from knowing nothing about it: its header is read, an unknown one is tried in a process of its own, what
 * it takes is measured, and all of that is remembered.
 * @throws Fault as EngineOwner.load
 */
export async function loadFile(
  path: string,
  settings: EngineSettings,
  run: { signal: AbortSignal; onProgress: (fraction: number) => void },
  parts: LoadParts,
): Promise<Loaded> {
  const { fileIndex, signal } = { ...parts, ...run };
  const file = basename(path);
  const stamp = await stampFile(path);
  if (stamp === null) throw new Fault('MODEL_MISSING', `There is no file ${path}.`, 'Choose another model.');
  const header = await describeKnown(path, stamp, fileIndex);
  await tryUnknownFile(path, stamp, { ...parts, signal });
  if (signal.aborted) throw loadCancelled(file);
  await parts.makeRoom();
  const known = await fileIndex.look(path, stamp);
  const origin = await parts.originOf?.(path);
  const measure = await beginMeasure(settings, parts.devices);
  await parts.marker?.begin(path);
  let scorer: Scorer;
  try {
    scorer = await parts.open({
      modelPath: path,
      settings,
      modelSha256: known?.sha256 ?? undefined,
      repository: origin?.repository,
      revision: origin?.revision,
      pinnedSha256: origin?.sha256,
      ...run,
    });
  } finally {
    await parts.marker?.end();
  }
  const measured = await measure.end(path, settings, scorer.engine.gpuLayersOffloaded, parts.now());
  await fileIndex.remember(path, stamp, {
    sha256: scorer.model.sha256,
    tried: true,
    crash: null,
    ...(measured === null ? {} : { measured }),
  });
  const ready: Ready = {
    status: 'ready',
    path,
    model: scorer.model,
    report: scorer.engine,
    load_seconds: scorer.loadSeconds,
    scoring: false,
    defaults: defaultSettingsFor({
      sha256: scorer.model.sha256,
      parameterCount: header.parameters ?? 0,
      hasChatTemplate: header.chat_template !== 'none',
    }),
    chat_template: header.chat_template,
  };
  return { path, stamp, as: { path, settings: { ...settings } }, scorer, ready };
}
