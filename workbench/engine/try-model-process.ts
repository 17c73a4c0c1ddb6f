// The entry of the process that tries a model file: loads it as the host would, with a small context on the CPU,
// evaluates one token, and says how that went. A damaged file may end this process, and no other.
import { loadEngine } from '../../adapter/engine/load-engine.ts';
import { disposeLibraries, sharedLibrary } from '../../adapter/engine/shared-library.ts';
import { asFault } from '../../adapter/fault.ts';
import { judgeLoadFault } from './judge-load-fault.ts';
import type { TrialMessage } from './try-model-message.ts';

/** Enough for one token; a context's size says nothing about the file. */
const contextTokens = 256;

/** The parent asks for a sign of life now and then, not for each block of the file. */
const progressIntervalMs = 200;

/** A forked process has `send`; one that Electron started has a port to its parent instead. */
interface UtilityProcess {
  parentPort?: { postMessage(message: unknown): void };
}

function tell(message: TrialMessage): Promise<void> {
  const { parentPort } = process as UtilityProcess;
  if (parentPort !== undefined) {
    parentPort.postMessage(message);
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });
}

async function tryModel(modelPath: string): Promise<TrialMessage> {
  try {
    await sharedLibrary(false);
  } catch (error) {
    // Without an engine nothing was tried, and the file is as unknown as before.
    return { type: 'outcome', outcome: 'could-not-run', reason: asFault(error).message };
  }
  let told = 0;
  try {
    const engine = await loadEngine({
      modelPath,
      settings: { gpuLayers: 0, threads: null, contextTokens, mode: 'reproducible' },
      onProgress: (fraction) => {
        if (Date.now() - told < progressIntervalMs) return;
        told = Date.now();
        void tell({ type: 'progress', fraction });
      },
    });
    const [first] = engine.vocabulary.bos === null ? engine.vocabulary.all() : [engine.vocabulary.bos];
    if (first !== undefined) await engine.readGreedy([first]);
    await engine.dispose();
    return { type: 'outcome', outcome: 'fine', reason: '' };
  } catch (error) {
    return judgeLoadFault(asFault(error));
  }
}

const path = process.argv[2];
if (path === undefined) process.exit(2);
// Nobody waits for a trial whose parent is gone.
process.once('disconnect', () => process.exit(1));
await tell(await tryModel(path));
// After the answer: how the engine ends says nothing about the file.
await disposeLibraries();
process.exit(0);
