import { asFault } from '../fault.ts';
import type { JsonNode } from '../json/json-node.ts';
import { parseJson } from '../json/parse-json.ts';
import { readDecisions } from '../wire/decisions/read-decisions.ts';
import { writeResults } from '../wire/decisions/write-results.ts';
import { isServed, servedName } from '../wire/system-one/model-names.ts';
import { questionToDecision } from '../wire/system-one/question-to-decision.ts';
import { readSystemOne } from '../wire/system-one/read-system-one.ts';
import { writeAnswers } from '../wire/system-one/write-answers.ts';
import type { Answer } from './create-app.ts';
import { type Refusal, refuse } from './refusal.ts';
import { refusalOfFault, systemOneRefusalOfFault } from './refusal-of-fault.ts';
import type { ServerLimits } from './server-settings.ts';
import type { ScoreOutcome, Service } from './service.ts';
import { writeRefusal } from './write-refusal.ts';

export interface PostContext {
  service: Service;
  limits: ServerLimits;
  requestId: string;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
}

/** `POST /invocations`: decisions, or a System One request, which its `questions` tell. */
export async function answerInvocation(bytes: Uint8Array, context: PostContext): Promise<Answer> {
  const { service, limits, signal } = context;
  const began = performance.now();
  try {
    const node = parseJson(bytes, { maxBytes: limits.bodyBytes });
    if (hasKey(node, 'questions')) {
      const mixed = ['decision', 'decisions'].find((key) => hasKey(node, key));
      return mixed === undefined ? await answerQuestions(node, context) : refuseMixed(mixed, context);
    }
    const { decisions, isList } = readDecisions(node, limits.decisions);
    const outcome = await service.score(decisions, limits.decisionTokens, signal);
    if (outcome.outcome !== 'scored') return refuseOutcome(outcome, refusalOfFault);
    const { results, waitSeconds } = outcome;
    const total = (performance.now() - began) / 1000;
    const body = writeResults(results, isList, { total_seconds: total, wait_seconds: waitSeconds });
    return { status: 200, body, results, waitSeconds };
  } catch (error) {
    return refuseOutcome({ outcome: 'failed', fault: asFault(error), error }, refusalOfFault);
  }
}

/** `POST /v1/systemone`. */
export async function answerSystemOne(bytes: Uint8Array, context: PostContext): Promise<Answer> {
  let node: JsonNode;
  try {
    node = parseJson(bytes, { maxBytes: context.limits.bodyBytes });
  } catch (error) {
    const fault = asFault(error);
    if (fault.code !== 'INVALID_REQUEST') throw error;
    return inForm({ ...refuse('invalid'), status: 422, details: [jsonFault(fault.message)] }, context);
  }
  return answerQuestions(node, context);
}

async function answerQuestions(node: JsonNode, context: PostContext): Promise<Answer> {
  const { service, limits, signal } = context;
  const read = readSystemOne(node);
  if (read.request === null) return inForm({ ...refuse('invalid'), status: 422, details: read.details }, context);
  const { model, state, questions } = read.request;
  const now = service.state();
  if (now.status !== 'ready') return inForm(refuse(now.status), context);
  const { served } = now;
  if (!isServed(model, served.model.file)) return inForm(refuse('no-model'), context);
  const decisions = questions.map((question, index) =>
    questionToDecision(question, state, `question ${index}`, served.settings.readout),
  );
  const outcome = await service.score(decisions, limits.questionTokens, signal);
  if (outcome.outcome !== 'scored') {
    const { refusal, ...answer } = refuseOutcome(outcome, systemOneRefusalOfFault);
    return { ...answer, ...inForm(refusal, context) };
  }
  const { results, waitSeconds } = outcome;
  return { status: 200, body: writeAnswers(questions, results, servedName(served.model.file)), results, waitSeconds };
}

type Refused = Extract<ScoreOutcome, { outcome: 'refused' | 'failed' }>;

function refuseOutcome(outcome: Refused, refusalOf: typeof refusalOfFault): Answer & { refusal: Refusal } {
  if (outcome.outcome === 'refused') {
    const refusal = refuse(outcome.reason);
    return { status: refusal.status, body: '', refusal };
  }
  const refusal = refusalOf(outcome.fault);
  const inside = refusal.reason === 'inside' ? { error: outcome.error } : {};
  return { status: refusal.status, body: '', refusal, ...inside };
}

/** System One's own form, whichever route the request took. */
function inForm(refusal: Refusal, { requestId }: PostContext): Answer {
  return { status: refusal.status, body: writeRefusal(refusal, 'system-one', requestId), refusal };
}

function refuseMixed(key: string, context: PostContext): Answer {
  const detail = {
    loc: ['body', key],
    msg: `'${key}' stands beside 'questions': send one of them`,
    type: 'extra_forbidden',
  };
  return inForm({ ...refuse('invalid'), status: 422, details: [detail] }, context);
}

function jsonFault(msg: string) {
  return { loc: ['body'], msg, type: 'json_invalid' };
}

function hasKey(node: JsonNode, key: string): boolean {
  return node.kind === 'object' && node.members.some((member) => member.key === key);
}
