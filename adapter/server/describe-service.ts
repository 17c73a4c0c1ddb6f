import { configurationSha256 } from '../configuration/configuration-sha256.ts';
import type { ServedModel } from './served-model.ts';
import type { ServiceState } from './service.ts';

/** What `GET /healthz` says: the state and, once there is one, the model with what it is asked with. */
export function describeService(state: ServiceState): object {
  if (state.status !== 'ready') return { status: state.status };
  const { served } = state;
  const { file, sha256, architecture, quantization } = served.model;
  return {
    status: state.status,
    model: { file, sha256, architecture, quantization },
    device: served.engine.device,
    backend: served.engine.backend,
    layers_offloaded: served.engine.gpuLayersOffloaded,
    layers_total: served.engine.layersTotal,
    threads: served.engine.threads,
    engine: `${served.model.engine} ${served.model.engine_version}`,
    ...describeServed(served),
  };
}

/** How a model is asked, for the state and for the first line of the log. */
export function describeServed({ settings, settingsFrom, configuration }: ServedModel) {
  const { readout, prompt_version, template, order, temperature } = settings;
  return {
    readout,
    prompt_version,
    ...(readout === 'letters' ? { template } : {}),
    order,
    temperature,
    settings_from: settingsFrom,
    configuration_sha256: configuration === null ? null : configurationSha256(configuration),
    configured_decisions: configuration?.decisions.length ?? 0,
  };
}
