import { useCallback, useEffect, useMemo } from 'react';
import type { DecisionDraft } from '../../../workbench/contract/decision-document.ts';
import { useActionHandlers } from '../../app/actions/use-actions.tsx';
import { useEngine } from '../../app/connection/use-workbench.tsx';
import { useSession } from '../use-session.tsx';
import { Announcer } from './announcer.tsx';
import { barsOf, scoredQuestion } from './bars-of.ts';
import { ComparedBar } from './compared-bar.tsx';
import { LOW_OPTION_MASS, LowMassHint } from './option-mass.tsx';
import { QuestionResult } from './question-result.tsx';
import { ResultFacts } from './result-facts.tsx';
import classes from './result-panel.module.css';
import { draftToScore, scoreKey } from './score-input.ts';
import { ScoreStatus } from './score-status.tsx';
import { ScoringFault } from './scoring-fault.tsx';
import { useCopyResult } from './use-copy-result.ts';
import { useScoreOnce } from './use-score-once.ts';

/** What the model makes of the decision: bars for every question, facts of the selected one. */
export function ResultPanel({ onDetails }: { onDetails: () => void }) {
  const session = useSession();
  const { state, change, select, score, compared, compare } = session;
  const { draft } = state.present;
  const { questions } = draft;
  const engine = useEngine();
  const key = scoreKey(draft, engine);
  const check = useScoreOnce();
  const version = useScoreOnce();
  const copy = useCopyResult(session);

  const checkOrder = useCallback(() => check.run(bothWays(draft), key), [check.run, draft, key]);
  useEffect(() => {
    if (check.state.status !== 'none' && check.state.key !== key) check.reset();
  }, [check.state, check.reset, key]);

  const toCompare = useMemo(
    () => (compared === null || engine?.status !== 'ready' ? null : draftToScore(compared.draft, engine)),
    [compared, engine],
  );
  const versionKey = toCompare === null ? null : scoreKey(toCompare, engine);
  useEffect(() => {
    if (toCompare === null || versionKey === null) return version.reset();
    if (version.state.status === 'none' || version.state.key !== versionKey) version.run(toCompare, versionKey);
  }, [toCompare, versionKey, version.state, version.run, version.reset]);

  const scored = scoredQuestion(draft, state.selected, score.scored);
  const selected = questions[state.selected];
  const bars = useMemo(() => (selected === undefined ? [] : barsOf(selected, scored)), [selected, scored]);
  const letters = scored?.result.x_readout === 'letters';
  const mass = scored?.result.allowed_token_mass ?? null;

  useActionHandlers(
    useMemo(() => {
      const none = score.scored === null ? 'Nothing is scored yet' : undefined;
      return {
        'score.now': { run: score.scoreNow, unavailable: score.phase === 'idle' ? 'No model is loaded' : undefined },
        'score.cancel': { run: score.cancel, unavailable: score.phase === 'running' ? undefined : 'Nothing runs' },
        'score.details': { run: onDetails },
        'score.order-check': {
          run: checkOrder,
          unavailable: letters ? none : 'Not needed with option texts: their order cannot matter',
        },
        'result.copy-json': { run: copy.json, unavailable: none },
        'result.copy-picture': { run: () => copy.picture(state.selected), unavailable: none },
      };
    }, [score, onDetails, checkOrder, letters, copy, state.selected]),
  );

  const comparedScored = version.state.status === 'done' ? version.state.scored : null;
  return (
    <div className={classes.panel}>
      <ScoreStatus score={score} />
      {compared !== null && <ComparedBar label={compared.label} state={version.state} onClose={() => compare(null)} />}
      <ScoringFault />
      <div className={classes.cards} data-several={questions.length > 1 || undefined}>
        {questions.map((question, at) => (
          <QuestionResult
            // biome-ignore lint/suspicious/noArrayIndexKey: a question has no other lasting key
            key={at}
            question={question}
            at={at}
            scored={scoredQuestion(draft, at, score.scored)}
            current={score.current}
            compared={comparedScored === null ? null : scoredQuestion(draft, at, comparedScored)}
            selected={at === state.selected}
            several={questions.length > 1}
            onSelect={() => select(at)}
            onCopyPicture={() => copy.picture(at)}
          />
        ))}
      </div>
      <ResultFacts
        bars={bars}
        scored={scored}
        current={score.current}
        configured={draft.scoring.configuration !== null}
        check={check.state}
        at={state.selected}
        onCheck={checkOrder}
      />
      <div className={classes.foot}>
        <button type="button" className={classes.link} onClick={onDetails}>
          Prompt, tokens and logits
        </button>
        <button type="button" className={classes.link} onClick={copy.json} disabled={score.scored === null}>
          Copy as JSON
        </button>
      </div>
      {mass !== null && mass < LOW_OPTION_MASS && (
        <LowMassHint onUseTexts={() => change({ type: 'scoring', scoring: { readout: 'texts', temperature: null } })} />
      )}
      <Announcer bars={score.current && selected !== undefined ? bars : null} />
    </div>
  );
}

function bothWays(draft: DecisionDraft): DecisionDraft {
  // A configuration would bring its own order.
  return { ...draft, scoring: { ...draft.scoring, order: 'both-ways', configuration: null } };
}
