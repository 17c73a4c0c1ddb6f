import { basename } from 'node:path';
import { defaultSettingsFor } from '../configuration/default-settings.ts';
import { settingsOfConfiguration } from '../configuration/settings-of-configuration.ts';
import { Fault } from '../fault.ts';
import { readHeader } from '../gguf/read-header.ts';
import { openScorer } from '../score/open-scorer.ts';
import type { EngineReport } from '../score/scorer.ts';
import { findModel } from './find-model.ts';
import { checkModel } from './model-manifest.ts';
import type { ContainerSettings } from './read-environment.ts';
import type { ServedModel } from './served-model.ts';
import type { ServerLog } from './server-log.ts';

/** The engine counts the output as a layer of its own; one more than there are means all. */
const OUTPUT_LAYERS = 1;

/**
 * Finds, checks and loads the container's model.
 * @throws Fault MODEL_MISSING, CONFLICT, MODEL_UNREADABLE, MODEL_UNSUPPORTED, OUT_OF_MEMORY, SELF_TEST_FAILED,
 * ENGINE_FAILED (also for layers that are not on a GPU), CANCELLED
 */
export async function loadContainerModel(
  container: ContainerSettings,
  log: ServerLog,
  signal: AbortSignal,
): Promise<ServedModel> {
  const { path, hasTokenizerFolder } = await findModel(container.modelFolder, container.modelFile);
  if (hasTokenizerFolder) log.info({ model_file: basename(path) }, 'tokenizer folder ignored: the model has its own');
  const checked = await checkModel(path, container.skipChecksum, signal);
  if (!checked.checked) {
    const why = container.skipChecksum ? 'checksum skipped' : 'checksum of some parts unknown: the manifest lacks them';
    log.warn({ model_sha256: checked.sha256 }, why);
  }
  const header = await readHeader(path, { signal });
  const configuration = container.configuration?.configuration ?? null;
  const all = (header.layers ?? 0) + OUTPUT_LAYERS;
  const scorer = await openScorer({
    modelPath: path,
    header,
    modelSha256: checked.sha256,
    repository: checked.repository,
    revision: checked.revision,
    settings: {
      gpuLayers: container.gpuLayers < 0 ? all : container.gpuLayers,
      threads: container.threads,
      contextTokens: container.contextTokens,
      mode: configuration?.scoring.mode ?? 'reproducible',
    },
    signal,
  });
  try {
    requireLayers(container.gpuLayers, scorer.engine);
  } catch (error) {
    await scorer.dispose();
    throw error;
  }
  const { standard, named } = header.chatTemplates;
  const settings =
    configuration === null
      ? defaultSettingsFor({
          sha256: checked.sha256,
          parameterCount: header.parameterCount,
          hasChatTemplate: standard !== null || named.length > 0,
        })
      : settingsOfConfiguration(configuration.scoring);
  return {
    model: scorer.model,
    engine: scorer.engine,
    settings,
    settingsFrom: configuration === null ? 'model default' : 'configuration',
    configuration,
    layersRequested: container.gpuLayers < 0 ? 'all' : String(container.gpuLayers),
    score: (decisions, options) => scorer.score(decisions, settings, { ...options, configuration }),
    dispose: () => scorer.dispose(),
  };
}

/**
 * A model that runs on the CPU where a GPU was asked for would be slow without a word.
 * @param requested as in DECISION_GPU_LAYERS
 * @throws Fault ENGINE_FAILED with both numbers
 */
export function requireLayers(
  requested: number,
  report: Pick<EngineReport, 'gpuLayersOffloaded' | 'layersTotal' | 'backend'>,
): void {
  const { gpuLayersOffloaded, layersTotal, backend } = report;
  const wanted = requested < 0 ? layersTotal : Math.min(requested, layersTotal);
  if (gpuLayersOffloaded >= wanted) return;
  const found = backend === 'cpu' ? 'there is no GPU that this engine can use' : `the engine runs on ${backend}`;
  throw new Fault(
    'ENGINE_FAILED',
    `${wanted} of ${layersTotal} layers were asked for on the GPU, and ${gpuLayersOffloaded} are there: ${found}.`,
    'Use an instance with a large enough GPU and the GPU image, or set DECISION_GPU_LAYERS to what fits (0 for none).',
  );
}
