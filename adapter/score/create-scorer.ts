import type { Mode, ScoringSettings } from '../configuration/scoring-settings.ts';
import type { Decision } from '../decision/decision.ts';
import type { Walker } from '../engine/walker.ts';
import { Fault } from '../fault.ts';
import type { TemplateHeader } from '../prompt/choose-template.ts';
import type { SlotReference } from '../readout/read-slots.ts';
import { encodeWork, type Work } from './encode-work.ts';
import { evaluateWork } from './evaluate-work.ts';
import { reportPrompt } from './report-prompt.ts';
import type { DecisionResult, ModelIdentity } from './result.ts';
import { type TextTerms, textTerms } from './score-texts.ts';
import type { Scorer } from './scorer.ts';
import { scoringConfiguration } from './scoring-configuration.ts';
import { createTemplateReferences } from './template-references.ts';
import { createTextTermCache } from './text-term-cache.ts';

export interface ScorerParts {
  walker: Walker;
  model: ModelIdentity;
  /** What of the file's header the choice of a chat template depends on. */
  header: TemplateHeader;
  mode: Mode;
  loadSeconds: number;
}

/** A scorer over an engine that is loaded and proved. */
export function createScorer({ walker, model, header, mode, loadSeconds }: ScorerParts): Scorer {
  const { engine } = walker;
  const cache = createTextTermCache();
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
    { maxPromptTokens, signal, onProgress }: Parameters<Scorer['score']>[2],
  ): Promise<DecisionResult[]> => {
    const limit = Math.min(maxPromptTokens, engine.capacity);
    const works: Work[] = [];
    // all are checked before the first is evaluated
    for (const decision of decisions) works.push(await encodeWork(decision, settings, header, encodingWith(limit)));
    const results = new Map<Work, DecisionResult>();
    // Before any evidence, since a second prompt between two questions would push their shared evidence out.
    const terms = new Map<Work, TextTerms>();
    const references = new Map<Work, readonly SlotReference[]>();
    for (const work of works)
      if (work.readout === 'texts') terms.set(work, await textTerms(walker, work.texts, cache, signal));
      else if (work.template !== null) references.set(work, await referencesFor(work.template, signal));
    for (const work of groupByState(works)) {
      const index = works.indexOf(work);
      results.set(
        work,
        await evaluateWork(work, {
          walker,
          references: references.get(work) ?? [],
          terms: terms.get(work),
          settings,
          model,
          configuration: scoringConfiguration(model, settings, work.template, mode, engine.batchTokens),
          signal,
          onTokens: (tokensDone, tokensTotal) => onProgress?.({ decision: index, tokensDone, tokensTotal }),
        }),
      );
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
