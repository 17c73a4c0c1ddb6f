import { networkInterfaces } from 'node:os';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import { Fault } from '../../adapter/fault.ts';
import type { RequestFacts } from '../../adapter/server/metrics.ts';
import { createServerLog } from '../../adapter/server/server-log.ts';
import { defaultLimits } from '../../adapter/server/server-settings.ts';
import { type RunningServer, startServer } from '../../adapter/server/start-server.ts';
import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { SavedConfiguration } from '../contract/configurations.ts';
import type { ShareRequest, SharingState } from '../contract/sharing.ts';
import { defaultScoring, resolveScoring } from '../decisions/default-scoring.ts';
import type { EngineOwner } from '../engine/owner.ts';
import { createSerialQueue } from '../engine/serial-queue.ts';
import type { Origin } from '../uuid-v7.ts';
import { reachableAddresses } from './reachable-addresses.ts';
import { isLoaded, type Ready, serveLoaded } from './serve-loaded.ts';

/** Requests are told at most this often: a screen shows no more. */
const TELLING_INTERVAL_MS = 250;
/** 192 bits, so that nobody guesses it. */
const KEY_BYTES = 24;
/** The requests that ask for a score; health checks would hide them. */
const SCORING_ROUTES: readonly string[] = ['/invocations', '/v1/systemone'];

/** The loaded model behind the adapter's server, for other programs. */
export interface Sharing {
  state(): SharingState;
  /**
   * Starts the server in front of the model that is loaded, and scores once the way that requests are scored.
   * @returns the key, if there is one: it is kept in memory alone and never told again
   * @throws Fault NO_MODEL, CONFLICT (it is shared already), NOT_FOUND (the configuration), INVALID_REQUEST, IO_FAILED
   * (the port), and what scoring throws
   */
  start(request: ShareRequest): Promise<{ state: SharingState; key: string | null }>;
  /** Finishes what is being scored for callers; resolves when nothing listens any more. */
  stop(): Promise<SharingState>;
  /** Told after every change, requests some times a second. Returns the end of the subscription. */
  onChange(listener: (state: SharingState) => void): () => void;
}

export interface SharingParts {
  engine: EngineOwner;
  configurations: ConfigurationStore;
  origin: Origin;
}

interface Shared {
  server: RunningServer;
  request: ShareRequest;
  ready: Ready;
  saved: SavedConfiguration | null;
  addresses: string[];
  hasKey: boolean;
  startedAt: string;
}

export function createSharing({ engine, configurations, origin }: SharingParts): Sharing {
  const inOrder = createSerialQueue();
  const listeners = new Set<(state: SharingState) => void>();
  let shared: Shared | null = null;
  let counts: Counts = noCounts;
  let telling: NodeJS.Timeout | null = null;

  const state = (): SharingState => (shared === null ? { status: 'off' } : describe(shared, counts, engine));
  const tell = (): void => {
    if (telling !== null) clearTimeout(telling);
    telling = null;
    for (const listener of listeners) listener(state());
  };
  engine.onChange(() => {
    if (shared !== null) tell();
  });

  function count({ route, status, seconds }: RequestFacts): void {
    if (!SCORING_ROUTES.includes(route)) return;
    const { answered, refused } = counts;
    counts = {
      answered: answered + (status === 200 ? 1 : 0),
      refused: refused + (status === 200 ? 0 : 1),
      last: { at: origin.now().toISOString(), route, status, seconds },
    };
    telling ??= setTimeout(tell, TELLING_INTERVAL_MS);
  }

  async function start(request: ShareRequest): Promise<{ state: SharingState; key: string | null }> {
    if (shared !== null) {
      throw new Fault('CONFLICT', 'The model is shared already.', 'Stop sharing first.');
    }
    const key = keyOf(request, origin);
    const ready = engine.state();
    if (ready.status !== 'ready') {
      throw new Fault('NO_MODEL', 'There is no model to share.', 'Load a model first.');
    }
    const saved = request.configuration === null ? null : configurations.get(request.configuration);
    const configuration = saved?.configuration ?? null;
    const settings = resolveScoring(defaultScoring, ready.defaults, configuration);
    counts = noCounts;
    const server = await startServer({
      settings: {
        host: request.reach === 'network' ? '0.0.0.0' : '127.0.0.1',
        port: request.port,
        apiKey: key,
        logEvidence: false,
        // the limit in seconds is a platform's
        limits: { ...defaultLimits, seconds: null },
      },
      // what the log would say, the screen does: a window has nobody who reads one
      log: createServerLog(() => undefined),
      load: async () =>
        serveLoaded(engine, ready, {
          settings,
          configuration,
          settingsFrom: configuration === null ? 'model default' : 'configuration',
          layersRequested: 'as loaded',
        }),
      signal: new AbortController().signal,
      onRequest: count,
    });
    const addresses = reachableAddresses(server.port, request.reach === 'network' ? networkInterfaces() : {});
    const startedAt = origin.now().toISOString();
    shared = { server, request, ready, saved, addresses, hasKey: key !== null, startedAt };
    tell();
    return { state: state(), key };
  }

  async function stop(): Promise<SharingState> {
    const { server } = shared ?? {};
    await server?.stop();
    shared = null;
    if (server !== undefined) tell();
    return state();
  }

  return {
    state,
    start: (request) => inOrder(() => start(request)),
    stop: () => inOrder(stop),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type On = Extract<SharingState, { status: 'on' }>;
type Counts = Pick<On, 'answered' | 'refused' | 'last'>;
const noCounts: Counts = { answered: 0, refused: 0, last: null };

function describe({ request, ready, saved, ...shared }: Shared, counts: Counts, engine: EngineOwner): On {
  return {
    status: 'on',
    reach: request.reach,
    addresses: shared.addresses,
    has_key: shared.hasKey,
    model: ready.model.file,
    readout: shared.server.served.settings.readout,
    configuration: saved === null ? null : { sha256: saved.sha256, name: saved.name },
    started_at: shared.startedAt,
    available: isLoaded(engine.state(), ready),
    ...counts,
  };
}

/** A new key where one is wanted. @throws Fault INVALID_REQUEST when others could reach the server without one */
function keyOf({ reach, with_key }: ShareRequest, origin: Origin): string | null {
  if (with_key) return Buffer.from(origin.randomBytes(KEY_BYTES)).toString('hex');
  if (reach === 'this-machine') return null;
  const message = 'Whoever reaches this machine could use the model: a key is needed.';
  throw invalidRequest([{ path: 'with_key', message, limit: 'a key, or this machine alone' }]);
}
