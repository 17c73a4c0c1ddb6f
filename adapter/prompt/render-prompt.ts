import { createHash } from 'node:crypto';
import type { Decision } from '../decision/decision.ts';
import { Fault } from '../fault.ts';
import { writePythonJson } from '../json/python-json.ts';
import { type ChatTemplate, renderChat } from './chat-template.ts';
import { letterPrompts, NO_EVIDENCE, reportedVersion } from './prompts.ts';
import type { PromptVersion, RenderedPrompt } from './rendered-prompt.ts';
import { assertOptionCount } from './slots.ts';
import { letterDescriptions, writeUserMessage } from './user-message.ts';

export interface PromptRequest {
  version: PromptVersion;
  /** Needed by every version but plain-text-v1, which has none. */
  template: ChatTemplate | null;
  /** The slot labels in the order in which the model reads the options, one for each; not used by plain-text-v1. */
  labels: readonly string[];
  /**
   * Which option the model reads first, second and so on, as indices into the decision's options; as given unless told.
   * Reverse and rotate with this and never by moving options: in a yes/no question a place means something.
   */
  optionOrder?: readonly number[];
}

/**
 * The exact prompt of a decision.
 * @throws Fault TOO_MANY_OPTIONS (more than the version has slots for), NO_CHAT_TEMPLATE (letters without a template),
 * CHAT_TEMPLATE_FAILED
 */
export function renderPrompt(decision: Decision, request: PromptRequest): RenderedPrompt {
  if (request.version === 'plain-text-v1') return renderPlainText(decision);
  assertOptionCount(request.version, decision.options.length);
  if (request.template === null) {
    throw new Fault(
      'NO_CHAT_TEMPLATE',
      `The prompt ${request.version} needs a chat template, and none was chosen.`,
      'Choose a built-in template, or the texts readout, which needs none.',
    );
  }
  const prompt = letterPrompts[request.version];
  const descriptions = letterDescriptions(decision);
  const order = request.optionOrder ?? decision.options.map((_, index) => index);
  const shown = order.map((option, place) => {
    const label = request.labels[place];
    const description = descriptions[option];
    if (label === undefined || description === undefined) throw new RangeError('One label for each option, please');
    return { label, description };
  });
  const user = writeUserMessage(prompt, decision, shown);
  const chat = renderChat(request.template, prompt.system, user.text);
  return {
    version: reportedVersion(request.version, decision.options.length),
    text: chat.text,
    sha256: sha256(chat.text),
    pieces: chat.pieces,
    sharedEnd: chat.userStart + user.sharedEnd,
    userText: user.text,
  };
}

/**
 * `<evidence>\n\nQuestion: <question>\nAnswer:`, without a chat template: the texts readout appends option texts to it.
 * All of it is content: no part may become a special token.
 */
function renderPlainText(decision: Decision): RenderedPrompt {
  const { state } = decision;
  const evidence = state.kind === 'string' ? state.value : writePythonJson(state);
  const text = `${evidence}\n\nQuestion: ${decision.question}\nAnswer:`;
  return {
    version: 'plain-text-v1',
    text,
    sha256: sha256(text),
    pieces: [{ text, origin: 'content' }],
    sharedEnd: evidence.length,
    userText: text,
  };
}

/** The same question without any evidence: what the texts readout compares with. Its prompt depends on nothing else. */
export function withoutEvidence(decision: Decision): Decision {
  return { ...decision, state: { kind: 'string', value: NO_EVIDENCE } };
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
