import { createHash } from 'node:crypto';
import type { TemplateSource } from '../configuration/scoring-settings.ts';
import { Fault } from '../fault.ts';
import { JinjaFailure, type JinjaVariables, renderJinja } from './bounded-jinja.ts';

/** A chat template, ready to render. */
export interface ChatTemplate {
  source: TemplateSource;
  /** The Jinja text. */
  text: string;
  /** SHA-256 of the text in UTF-8, lower-case hexadecimal: the configuration records it. */
  sha256: string;
  /** Text of the model's begin-of-sequence token; empty when it has none. */
  bosToken: string;
  eosToken: string;
  /** What a person calls it, for faults; by its source unless told. */
  name?: string | undefined;
}

export interface RenderedChat {
  text: string;
  pieces: { text: string; origin: 'template' | 'content' }[];
  /** Where the user message begins in `text`, in UTF-16 code units. */
  userStart: number;
}

/** A template with its hash. */
export function chatTemplate(
  source: TemplateSource,
  text: string,
  tokens: { bosToken: string; eosToken: string; name?: string },
): ChatTemplate {
  const sha256 = createHash('sha256').update(text, 'utf8').digest('hex');
  return { ...tokens, source, text, sha256 };
}

// Stand-ins for the messages, found again in what a template makes of them. Plain letters and digits, so that no
// template treats them in a way of its own; long and odd enough to stand in no template.
const SYSTEM_STAND_IN = 'q7systemx4m2contentz9k';
const USER_STAND_IN = 'w3userh8v5contentj1p';
const STAND_INS = new RegExp(`${SYSTEM_STAND_IN}|${USER_STAND_IN}`, 'g');

const WAY_OUT =
  'Choose a built-in template (chatml, gemma, llama3 or mistral: the one that the model was trained with), or the texts readout, which needs none.';

/**
 * Renders a system and a user message with a model's template, generation prompt added and thinking off, and says which
 * parts of the text are the messages. That is found by rendering stand-ins and putting the messages in their places;
 * it must give the very text that rendering the messages gives.
 * @throws Fault CHAT_TEMPLATE_FAILED when it cannot be rendered, drops a message, or changes one (so that content and
 * template could not be told apart)
 */
export function renderChat(template: ChatTemplate, system: string, user: string): RenderedChat {
  const text = render(template, system, user);
  const frame = render(template, SYSTEM_STAND_IN, USER_STAND_IN);
  const pieces: RenderedChat['pieces'] = [];
  let userStart = -1;
  let hasSystem = false;
  let rebuilt = '';
  let end = 0;
  const put = (part: string, origin: 'template' | 'content'): void => {
    if (part !== '') pieces.push({ text: part, origin });
    rebuilt += part;
  };
  for (const match of frame.matchAll(STAND_INS)) {
    put(frame.slice(end, match.index), 'template');
    end = match.index + match[0].length;
    if (match[0] === SYSTEM_STAND_IN) hasSystem = true;
    else if (userStart < 0) userStart = rebuilt.length;
    put(match[0] === SYSTEM_STAND_IN ? system : user, 'content');
  }
  put(frame.slice(end), 'template');
  if (userStart < 0) throw failed(template, 'it leaves the user message out');
  if (!hasSystem) throw failed(template, 'it leaves the system message out');
  if (rebuilt !== text) throw failed(template, 'it changes the messages, or changes with what they say');
  return { text, pieces, userStart };
}

function render(template: ChatTemplate, system: string, user: string): string {
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  const variables: JinjaVariables = {
    messages,
    add_generation_prompt: true,
    enable_thinking: false,
    bos_token: template.bosToken,
    eos_token: template.eosToken,
    // Python passes them as None, and templates ask whether they are.
    tools: null,
    documents: null,
  };
  try {
    return renderJinja(template.text, variables);
  } catch (error) {
    if (!(error instanceof JinjaFailure)) throw error;
    if (error.raised && /system/i.test(error.message)) {
      throw failed(template, `it takes no system message, which the prompt needs ("${error.message}")`, error);
    }
    throw failed(template, error.raised ? `it says "${error.message}"` : error.message, error);
  }
}

function failed(template: ChatTemplate, why: string, cause?: unknown): Fault {
  const bySource = template.source === 'file' ? "The model file's chat template" : `The template ${template.source}`;
  const what = template.name === undefined ? bySource : `The template ${template.name}`;
  return new Fault('CHAT_TEMPLATE_FAILED', `${what} cannot be used: ${why}.`, WAY_OUT, { cause });
}
