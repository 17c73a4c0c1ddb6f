import type { Devices } from '../../../adapter/engine/read-devices.ts';
import { Fault } from '../../../adapter/fault.ts';
import type { GgufHeader } from '../../../adapter/gguf/gguf-header.ts';
import { readHeader } from '../../../adapter/gguf/read-header.ts';
import type { EngineSettings } from '../../../adapter/score/scorer.ts';
import type { ModelFit } from '../../contract/models.ts';
import type { EngineOwner } from '../../engine/owner.ts';
import type { FileIndex } from '../file-index.ts';
import { type FileStamp, isSameStamp, stampFile } from '../stamp-file.ts';
import { fitModel } from './fit-model.ts';

/** Headers that are kept: settings change many times while a person looks at one model. */
const MAX_HEADERS = 8;

export interface FitService {
  /** @throws Fault MODEL_MISSING, MODEL_UNREADABLE */
  fit(path: string, settings: EngineSettings, tokens: number | null): Promise<ModelFit>;
}

export function createFitService(parts: {
  fileIndex: FileIndex;
  engine: Pick<EngineOwner, 'loadedWith'>;
  devices: () => Promise<Devices>;
}): FitService {
  const { fileIndex, engine, devices } = parts;
  const headers = new Map<string, { stamp: FileStamp; header: GgufHeader }>();

  async function headerOf(path: string, stamp: FileStamp): Promise<GgufHeader> {
    const known = headers.get(path);
    if (known !== undefined && isSameStamp(known.stamp, stamp)) return known.header;
    const header = await readHeader(path);
    headers.delete(path);
    headers.set(path, { stamp, header });
    const [oldest] = headers.keys();
    if (headers.size > MAX_HEADERS && oldest !== undefined) headers.delete(oldest);
    return header;
  }

  /** What the model in memory took, which loading another one frees. */
  async function takenNow(): Promise<{ memory: number; gpu: number }> {
    const path = engine.loadedWith()?.path;
    const stamp = path === undefined ? null : await stampFile(path);
    const known = path === undefined || stamp === null ? null : await fileIndex.look(path, stamp);
    return { memory: known?.measured?.memory ?? 0, gpu: known?.measured?.gpu ?? 0 };
  }

  return {
    async fit(path, settings, tokens) {
      const stamp = await stampFile(path);
      if (stamp === null) throw new Fault('MODEL_MISSING', `There is no file ${path}.`, 'Choose another model.');
      const [header, known, all, freed, machine] = await Promise.all([
        headerOf(path, stamp),
        fileIndex.look(path, stamp),
        fileIndex.measuredLoads(),
        takenNow(),
        devices(),
      ]);
      const own = known?.measured ?? null;
      const others = all.filter((load) => load !== own);
      return fitModel({ path, header, engine: settings, devices: machine, own, others, tokens, freed });
    },
  };
}
