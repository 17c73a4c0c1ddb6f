import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import { Fault } from '../../adapter/fault.ts';
import { isLoopback } from '../../adapter/server/check-caller.ts';
import type { ServedModel } from '../../adapter/server/served-model.ts';
import { createServerLog } from '../../adapter/server/server-log.ts';
import { defaultLimits, type ServerSettings } from '../../adapter/server/server-settings.ts';
import { startServer } from '../../adapter/server/start-server.ts';
import { resolveScoring } from '../decisions/default-scoring.ts';
import type { EngineOwner } from '../engine/owner.ts';
import { serveLoaded } from '../sharing/serve-loaded.ts';
import { chooseModel, withEngine } from './open-engine.ts';
import {
  chosenConfiguration,
  type EngineOptions,
  engineSettings,
  type ScoringOptions,
  scoringChoice,
} from './scoring-options.ts';
import type { Terminal } from './terminal.ts';

export interface ServeOptions extends ScoringOptions, EngineOptions {
  host: string;
  port: number;
  /** `DECISION_API_KEY` of the environment unless given. */
  key?: string;
  queue: number;
  /** Seconds after which a request's work ends; without it, never. */
  maxSeconds?: number;
  logEvidence?: true;
}

/**
 * `serve`: answers over HTTP what the container answers, until the terminal's signal; on the loopback address unless
 * another is named, which needs a key.
 * @throws Fault INVALID_REQUEST before anything is loaded; IO_FAILED (the port); NO_MODEL; what loading and scoring throw
 */
export async function serveCommand(terminal: Terminal, options: ServeOptions): Promise<void> {
  const settings = serverSettings(terminal, options);
  const configuration = await chosenConfiguration(terminal, options);
  const path = await chooseModel(terminal, options.model);
  const engine = engineSettings(options, configuration);
  const log = createServerLog(terminal.err);
  await withEngine(terminal, path, engine, async (owner) => {
    const served = servedBy(owner, options, configuration);
    const { signal } = terminal;
    const server = await startServer({ settings, log, load: async () => served, signal });
    const { host } = settings;
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`;
    terminal.out(`Serving ${served.model.file} at ${address}\n`);
    await new Promise<void>((end) => {
      if (signal.aborted) end();
      signal.addEventListener('abort', () => end(), { once: true });
    });
    await server.stop();
  });
}

/** @throws Fault INVALID_REQUEST for an address that others can reach and no key */
function serverSettings(terminal: Terminal, options: ServeOptions): ServerSettings {
  const { host, port, queue, maxSeconds, logEvidence } = options;
  const apiKey = options.key ?? terminal.env.DECISION_API_KEY ?? '';
  if (apiKey === '' && !isLoopback(host)) {
    const limit = '127.0.0.1, ::1 or localhost without a key';
    throw invalidRequest([
      { path: '--host', message: `Whoever reaches ${host} could use this server: set a key with --key.`, limit },
    ]);
  }
  // As the container has it: a header carries nothing else.
  if (!/^[\x21-\x7e]*$/.test(apiKey)) {
    throw invalidRequest([
      { path: '--key', message: 'This key cannot be sent in a header.', limit: 'ASCII, no white space' },
    ]);
  }
  return {
    host,
    port,
    apiKey: apiKey === '' ? null : apiKey,
    logEvidence: logEvidence === true,
    // the limit of 55 s is the platform's, and nobody here stops waiting at 60 s
    limits: { ...defaultLimits, queue, seconds: maxSeconds ?? null },
  };
}

function servedBy(owner: EngineOwner, options: ServeOptions, configuration: ServedModel['configuration']): ServedModel {
  const state = owner.state();
  if (state.status !== 'ready') throw new Fault('NO_MODEL', 'No model is loaded.', 'Name a GGUF file with --model.');
  const choice = scoringChoice(options);
  const settings = resolveScoring(choice, state.defaults, configuration);
  const chosen = choice.readout !== null || options.order !== undefined || options.temperature !== undefined;
  return serveLoaded(owner, state, {
    settings,
    settingsFrom: configuration !== null ? 'configuration' : chosen ? 'options' : 'model default',
    configuration,
    layersRequested: String(options.gpuLayers),
  });
}
