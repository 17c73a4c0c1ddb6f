import type { Configuration, ScoringConfiguration } from '../../adapter/configuration/configuration.ts';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import type { Decision } from '../../adapter/decision/decision.ts';
import { Fault } from '../../adapter/fault.ts';
import type { DecisionResult } from '../../adapter/score/result.ts';
import type { EngineSettings } from '../../adapter/score/scorer.ts';
import type { EngineState } from '../../workbench/contract/models.ts';
import type { EngineOwner, LoadedWith } from '../../workbench/engine/owner.ts';

/** An engine's owner without an engine: every option is equally likely, and a test decides when loads and scores end. */
export interface FakeEngine extends EngineOwner {
  loads: { path: string; settings: EngineSettings }[];
  /** While true, loads and scores wait until `release` or their signal. */
  hold: boolean;
  release(): void;
  /** Signals of the scores that ran, in order. */
  scores: {
    signal: AbortSignal | undefined;
    maxPromptTokens: number;
    settings: ScoringSettings;
    configuration: Configuration | null;
  }[];
  closed: boolean;
  /** Decisions that have too many tokens for it. */
  failing: (decision: Decision) => boolean;
}

export const fakeDefaults: ScoringSettings = {
  readout: 'texts',
  prompt_version: 'plain-text-v1',
  template: 'file',
  order: 'as-given',
  temperature: 2,
};

const model = {
  file: 'fake.gguf',
  sha256: 'a'.repeat(64),
  bytes: 1,
  repository: null,
  revision: null,
  architecture: 'fake',
  quantization: 'F32',
  vocab_size: 10,
  gpu_layers: 0,
  threads: 1,
  context_tokens: 256,
  engine: 'none',
  engine_version: '0',
};

/** What the fake says that it scores with. */
export const fakeScoring: ScoringConfiguration = {
  model_sha256: model.sha256,
  readout: 'texts',
  prompt_version: 'plain-text-v1',
  template: null,
  order: 'as-given',
  temperature: fakeDefaults.temperature,
  mode: 'reproducible',
  batch: 64,
  kv_type: 'f16',
  chunk_rule: 'none',
};

export function fakeEngine(): FakeEngine {
  const listeners = new Set<(state: EngineState) => void>();
  const waiting = new Set<() => void>();
  let state: EngineState = { status: 'empty' };
  let loaded: LoadedWith | null = null;

  function enter(next: EngineState): void {
    state = next;
    for (const listener of listeners) listener(next);
  }

  async function wait(signal: AbortSignal | undefined): Promise<void> {
    const cancelled = () => new Fault('CANCELLED', 'It was cancelled.', 'Do it again.');
    if (signal?.aborted) throw cancelled();
    if (!engine.hold) return;
    await new Promise<void>((resolve, reject) => {
      waiting.add(resolve);
      signal?.addEventListener('abort', () => reject(cancelled()), { once: true });
    });
  }

  const engine: FakeEngine = {
    loads: [],
    scores: [],
    hold: false,
    closed: false,
    failing: () => false,
    release() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    state: () => state,
    loadedWith: () => loaded,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async load(path, settings, { job, signal, onProgress }) {
      const before = state;
      engine.loads.push({ path, settings });
      enter({ status: 'loading', path, job });
      try {
        onProgress(0.5);
        await wait(signal);
        if (path.includes('bad')) throw new Fault('MODEL_UNREADABLE', `${path} is damaged.`, 'Choose another.');
        onProgress(1);
      } catch (error) {
        if (error instanceof Fault && error.code !== 'CANCELLED') {
          loaded = null;
          enter({ status: 'failed', path, fault: error.toData() });
        } else enter(before);
        throw error;
      }
      const report = {
        backend: 'cpu',
        device: 'none',
        gpuLayersOffloaded: 0,
        layersTotal: 1,
        threads: 1,
        contextTokens: settings.contextTokens,
        flashAttention: false,
        engineVersion: '0',
      };
      const rest = { load_seconds: 0.1, scoring: false, defaults: fakeDefaults, chat_template: 'one' } as const;
      loaded = { path, settings };
      enter({ status: 'ready', path, model, report, ...rest });
    },
    async score(decisions, choose, { maxPromptTokens, configuration = null, onScoring, signal, onProgress }) {
      if (state.status !== 'ready') throw new Fault('NO_MODEL', 'No model is loaded.', 'Load one.');
      const settings = typeof choose === 'function' ? choose(fakeDefaults) : choose;
      engine.scores.push({ signal, maxPromptTokens, settings, configuration });
      onProgress?.({ decision: 0, tokensDone: 1, tokensTotal: 2 });
      await wait(signal);
      if (decisions.some(engine.failing)) throw new Fault('TOO_MANY_TOKENS', 'It has too many tokens.', 'Shorten it.');
      onScoring?.({ ...fakeScoring, temperature: settings.temperature });
      onProgress?.({ decision: 0, tokensDone: 2, tokensTotal: 2 });
      return decisions.map(({ id, options }): DecisionResult => {
        const even = options.map(() => 1 / options.length);
        return {
          id,
          option_ids: options.map((option) => option.id),
          probabilities: even,
          option_logits: options.map(() => 0),
          answer_token_ids: options.map(() => [1]),
          input_tokens: 2,
          allowed_token_mass: null,
          x_allowed_token_mass_bound: null,
          prompt_sha256: 'b'.repeat(64),
          prompt_version: settings.prompt_version,
          readout: 'fake',
          x_readout: settings.readout,
          probability_status: 'fake',
          timing: {
            total_seconds: 0,
            encode_seconds: 0,
            prefill_seconds: 0,
            suffix_forward_seconds: 0,
            prefix_tokens: 0,
            cache_hit: false,
          },
          model,
          configuration_sha256: 'c'.repeat(64),
        };
      });
    },
    async prompt(decision, choose) {
      if (state.status !== 'ready') throw new Fault('NO_MODEL', 'No model is loaded.', 'Load one.');
      const settings = typeof choose === 'function' ? choose(fakeDefaults) : choose;
      const text = `${decision.question}`;
      const prompt = {
        version: settings.prompt_version,
        text,
        sha256: 'd'.repeat(64),
        pieces: [{ text, origin: 'content' as const }],
        sharedEnd: 0,
        userText: text,
      };
      return { prompt, tokens: [{ id: 1, text, special: false }], slots: [] };
    },
    lastUsed: () => 0,
    async setAside(reason) {
      if (loaded === null) return false;
      const { path } = loaded;
      loaded = null;
      enter({ status: 'empty', unloaded: { path, reason, at: new Date(0).toISOString() } });
      return true;
    },
    async unload() {
      loaded = null;
      enter({ status: 'empty' });
    },
    fail(path, fault) {
      enter({ status: 'failed', path, fault: fault.toData() });
    },
    async close() {
      engine.closed = true;
      enter({ status: 'empty' });
    },
  };
  return engine;
}
