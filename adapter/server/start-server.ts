import { createApp } from './create-app.ts';
import { describeServed } from './describe-service.ts';
import { type Listening, listen } from './listen.ts';
import type { RequestFacts } from './metrics.ts';
import { selfTest } from './self-test.ts';
import type { ServedModel } from './served-model.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerSettings } from './server-settings.ts';
import { createService } from './service.ts';

/** Running work has this long after a stop was asked for; the platform kills what has not ended after 30 s. */
const GRACE_MS = 20_000;

export interface RunningServer {
  port: number;
  served: ServedModel;
  /** Finishes what runs, refuses what is new, frees the model. */
  stop(): Promise<void>;
}

/**
 * Listens, loads the model, tests it, and from then on answers. `GET /ping` says 503 until the test has passed.
 * @param load loads the model; aborted by the signal, as the test is
 * @throws Fault IO_FAILED (the port), CANCELLED, and what loading and scoring throw; nothing stays open then
 */
export async function startServer(options: {
  settings: ServerSettings;
  log: ServerLog;
  load: (signal: AbortSignal) => Promise<ServedModel>;
  signal: AbortSignal;
  /** Told of each request when it was answered. */
  onRequest?: (request: RequestFacts) => void;
}): Promise<RunningServer> {
  const { settings, log, signal } = options;
  const service = createService(settings.limits);
  const app = createApp(service, settings, log, options.onRequest);
  const listening = await listen(app.fetch, settings);
  let served: ServedModel | null = null;
  try {
    served = await options.load(signal);
    await selfTest(served, settings.limits.decisionTokens, signal);
    service.open(served);
  } catch (error) {
    listening.destroy();
    await listening.close();
    await served?.dispose();
    throw error;
  }
  log.info(describeReady(served, settings, listening.port), 'ready');
  return { port: listening.port, served, stop: () => stop(listening, () => service.stop(GRACE_MS)) };
}

async function stop(listening: Listening, stopService: () => Promise<void>): Promise<void> {
  const closed = listening.close();
  await stopService();
  // the answers are on their way; a caller that does not take one must not keep the process
  const cut = setTimeout(() => listening.destroy(), DELIVERY_MS);
  await closed;
  clearTimeout(cut);
}

/** For the last answers to be delivered. */
const DELIVERY_MS = 2000;

/** The one line from which an operator sees what really runs. */
function describeReady(served: ServedModel, { host, limits, apiKey }: ServerSettings, port: number): object {
  const { model, engine } = served;
  return {
    host,
    port,
    key: apiKey !== null,
    device: engine.device,
    backend: engine.backend,
    layers_requested: served.layersRequested,
    layers_offloaded: engine.gpuLayersOffloaded,
    layers_total: engine.layersTotal,
    threads: engine.threads,
    context_tokens: engine.contextTokens,
    engine: model.engine,
    engine_version: model.engine_version,
    model_file: model.file,
    model_sha256: model.sha256,
    ...describeServed(served),
    max_body_bytes: limits.bodyBytes,
    max_decisions: limits.decisions,
    decision_tokens: limits.decisionTokens,
    question_tokens: limits.questionTokens,
    queue: limits.queue,
    max_seconds: limits.seconds,
  };
}
