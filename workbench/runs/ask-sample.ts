import type { Decision } from '../../adapter/decision/decision.ts';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import { checkDecision } from '../../adapter/decision/parse-decision.ts';
import { decisionToJson } from '../../adapter/decision/write-decision.ts';
import { evidenceNode } from '../samples/evidence.ts';
import type { Sample, SampleQuestion } from '../samples/sample.ts';

/**
 * The decision that a sample stands for.
 * @param question what is asked of all samples; null when each brings its own
 * @throws Fault INVALID_REQUEST
 */
export function askSample(sample: Sample, question: SampleQuestion | null): Decision {
  const asked = question ?? sample.question;
  if (asked === null) throw invalidRequest([{ path: 'question', message: 'The sample has no question.' }]);
  const { kind, options } = asked;
  const state = evidenceNode(sample.evidence);
  const checked = checkDecision(decisionToJson({ id: sample.id, state, question: asked.question, kind, options }));
  if (checked.decision === null) throw invalidRequest(checked.faults);
  return checked.decision;
}
