import { type DecisionEntry, decisionEntry } from '../configuration/decision-entry.ts';
import { requireFit } from '../configuration/require-fit.ts';
import type { Mode, ScoringSettings } from '../configuration/scoring-settings.ts';
import type { Decision } from '../decision/decision.ts';
import type { Walker } from '../engine/walker.ts';
import { Fault } from '../fault.ts';
import type { TemplateHeader } from '../prompt/choose-template.ts';
import type { SlotReference } from '../readout/read-slots.ts';
import { encodeWork, type Work } from './encode-work.ts';
import { evaluateWork } from './evaluate-work.ts';
import { createLastPromptSums } from './last-prompt-sums.ts';
import { reportPrompt } from './report-prompt.ts';
import type { DecisionResult, ModelIdentity } from './result.ts';
import { type TextTerms, textTerms } from './score-texts.ts';
import type { ScoreOptions, Scorer } from './scorer.ts';
import { scoringConfiguration } from './scoring-configuration.ts';
import { createTemplateReferences } from './template-references.ts';
import { createTextTermCache } from './text-term-cache.ts';
import { requireRequestBudget } from './token-budget.ts';

export interface ScorerParts {
  walker: Walker;
  model: ModelIdentity;
  /** What of the file's header the choice of a chat template depends on. */
  header: TemplateHeader;
  mode: Mode;
  loadSeconds: number;
  /** Tokens that the walker's engine has evaluated so far. */
  evaluatedTokens: () => number;
}

/** A scorer over an engine that is loaded and proved. */
export function createScorer(parts: ScorerParts): Scorer {
  const { walker, model, header, mode, loadSeconds, evaluatedTokens } = parts;
  const { engine } = walker;
  const cache = createTextTermCache();
  const lastSums = createLastPromptSums();
  const referencesFor = createTemplateReferences(walker);
  let busy = false;
  let disposed = false;

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (disposed) throw new Fault('NO_MODEL', 'The model is not loaded any more.', 'Load it again.');
    if (busy)
      throw new Fault('CONFLICT', 'This model is scoring already.', 'Wait until it has finished, or cancel it.');
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  };

  const encodingWith = (limit: number) => ({
    vocabulary: engine.vocabulary,
    batchTokens: engine.batchTokens,
    limit,
  });

  const evaluate = async (
    decisions: readonly Decision[],
    settings: ScoringSettings,
    { maxPromptTokens, maxRequestTokens, configuration = null, onScoring, signal, onProgress }: ScoreOptions,
  ): Promise<DecisionResult[]> => {
    const limit = Math.min(maxPromptTokens, engine.capacity);
    // The model first: what another one cannot encode is no news.
    if (configuration !== null) {
      requireFit(configuration, { ...configuration.scoring, model_sha256: model.sha256, mode }, model.file);
    }
    const works: Work[] = [];
    // all are checked before the first is evaluated
    for (const decision of decisions) works.push(await encodeWork(decision, settings, header, encodingWith(limit)));
    if (maxRequestTokens !== undefined) requireRequestBudget(requestTokens(works), maxRequestTokens);
    const entries = new Map<Work, DecisionEntry | null>();
    for (const work of works) {
      const actual = scoringConfiguration(model, settings, work.template, mode, engine.batchTokens);
      if (configuration !== null) requireFit(configuration, actual, model.file);
      onScoring?.(actual);
      entries.set(work, configuration === null ? null : decisionEntry(configuration, work.decision));
    }
    const results = new Map<Work, DecisionResult>();
    // Before any evidence, since a second prompt between two questions would push their shared evidence out.
    const terms = new Map<Work, TextTerms>();
    const references = new Map<Work, readonly SlotReference[]>();
    const spent = new Map<Work, number>();
    for (const work of works) {
      // chosen once for a template, so no decision's own
      if (work.readout === 'letters' && work.template !== null)
        references.set(work, await referencesFor(work.template, signal));
      const before = evaluatedTokens();
      if (work.readout === 'texts') terms.set(work, await textTerms(walker, work.texts, cache, signal));
      spent.set(work, evaluatedTokens() - before);
    }
    for (const work of groupByState(works)) {
      const index = works.indexOf(work);
      const before = evaluatedTokens() - (spent.get(work) ?? 0);
      const result = await evaluateWork(work, {
        walker,
        references: references.get(work) ?? [],
        terms: terms.get(work),
        lastSums,
        settings,
        model,
        configuration: {
          scoring: scoringConfiguration(model, settings, work.template, mode, engine.batchTokens),
          decisions: configuration?.decisions ?? [],
        },
        entry: entries.get(work) ?? null,
        signal,
        onTokens: (tokensDone, tokensTotal) => onProgress?.({ decision: index, tokensDone, tokensTotal }),
      });
      results.set(work, { ...result, timing: { ...result.timing, evaluated_tokens: evaluatedTokens() - before } });
    }
    return works.flatMap((work) => results.get(work) ?? []);
  };

  return {
    model,
    engine: engine.report,
    loadSeconds,
    score: (decisions, settings, options) => alone(() => evaluate(decisions, settings, options)),
    prompt: (decision, settings) =>
      alone(async () =>
        reportPrompt(await encodeWork(decision, settings, header, encodingWith(engine.capacity)), engine.vocabulary),
      ),
    dispose: async () => {
      if (disposed) return;
      disposed = true;
      await engine.dispose();
    },
  };
}

/** Tokens of all works, what several share counted once; as each one's own count, the first order's alone. */
function requestTokens(works: readonly Work[]): number {
  const seen = new Set<string>();
  let total = 0;
  for (const work of works) {
    const first = work.readout === 'letters' ? work.orders[0] : work.texts.context;
    const options = work.readout === 'letters' ? [] : work.texts.options;
    total += first.tokens.length + options.reduce((sum, tokens) => sum + tokens.length, 0);
    if (seen.has(work.sharedText)) total -= first.shared;
    seen.add(work.sharedText);
  }
  return total;
}

/** Decisions whose prompts begin alike follow one another, so that what they share is evaluated once. */
function groupByState(works: readonly Work[]): Work[] {
  const groups = new Map<string, Work[]>();
  for (const work of works) {
    const group = groups.get(work.sharedText);
    if (group === undefined) groups.set(work.sharedText, [work]);
    else group.push(work);
  }
  return [...groups.values()].flat();
}
