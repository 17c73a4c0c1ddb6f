import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { builtinTemplates } from '../../adapter/configuration/scoring-settings.ts';
import type { Decision } from '../../adapter/decision/decision.ts';
import { Fault } from '../../adapter/fault.ts';
import type { GgufHeader } from '../../adapter/gguf/gguf-header.ts';
import { readHeader } from '../../adapter/gguf/read-header.ts';
import { type ChatTemplate, chatTemplate } from '../../adapter/prompt/chat-template.ts';
import { chooseTemplate } from '../../adapter/prompt/choose-template.ts';
import { labelTokensOf } from '../../adapter/prompt/label-vocabulary.ts';
import { renderPrompt } from '../../adapter/prompt/render-prompt.ts';
import type { PromptVersion } from '../../adapter/prompt/rendered-prompt.ts';
import { assumedLabels, chooseSlots } from '../../adapter/prompt/slots.ts';
import { readBounded } from './read-bounded.ts';
import { readRequests } from './read-requests.ts';
import type { Terminal } from './terminal.ts';

export interface PromptOptions {
  template?: string;
  model?: string;
  promptVersion: PromptVersion;
  json?: true;
}

/** The exact prompt of one decision. */
interface PromptAnswer {
  user_text: string;
  prompt: string;
  prompt_sha256: string;
  prompt_version: PromptVersion;
  slots: string[];
}

/** Templates have some tens of kilobytes at most; longer ones are refused with their length when they are rendered. */
const maxTemplateBytes = 1024 * 1024;

/** A header that says nothing: what a template is rendered with when no model was named. */
const noHeader = { chatTemplates: { standard: null, named: [] }, bosToken: null, eosToken: null };

/**
 * `prompt FILE`: the exact prompts of a file's decisions, from a template or from a model file's header alone; no model
 * is loaded. With more than 16 options the slots depend on the model: without one, every label counts as one token.
 * @throws Fault INVALID_REQUEST, TOO_MANY_OPTIONS, CHAT_TEMPLATE_FAILED, NO_CHAT_TEMPLATE, MODEL_MISSING, MODEL_UNREADABLE
 */
export async function promptCommand(terminal: Terminal, file: string, options: PromptOptions): Promise<void> {
  const input = await readRequests(terminal, file);
  const model = options.model === undefined ? null : resolve(terminal.folder, options.model);
  const header = model === null ? null : await readHeader(model, { withTokens: true, signal: terminal.signal });
  const needsTemplate = options.promptVersion !== 'plain-text-v1';
  const template = needsTemplate ? await findTemplate(terminal, options.template, header) : null;
  for (const { decisions, isList } of input.requests) {
    const answers = decisions.map((decision) => answer(decision, options.promptVersion, template, header));
    if (options.json) {
      const value = isList ? { prompts: answers } : answers[0];
      terminal.out(`${JSON.stringify(value, null, input.isLines ? 0 : 2)}\n`);
    } else terminal.out(answers.map(describe).join('\n'));
  }
}

function answer(
  decision: Decision,
  version: PromptVersion,
  template: ChatTemplate | null,
  header: GgufHeader | null,
): PromptAnswer {
  const slots = version === 'plain-text-v1' ? [] : chooseLabels(version, decision.options.length, header);
  const prompt = renderPrompt(decision, { version, template, labels: slots });
  return {
    user_text: prompt.userText,
    prompt: prompt.text,
    prompt_sha256: prompt.sha256,
    prompt_version: prompt.version,
    slots,
  };
}

function chooseLabels(
  version: Exclude<PromptVersion, 'plain-text-v1'>,
  optionCount: number,
  header: GgufHeader | null,
): string[] {
  if (header === null || header.tokens.length === 0) return assumedLabels(version, optionCount);
  return chooseSlots(version, optionCount, labelTokensOf(header)).map(({ label }) => label);
}

async function findTemplate(
  terminal: Terminal,
  named: string | undefined,
  header: GgufHeader | null,
): Promise<ChatTemplate> {
  if (named === undefined) return chooseTemplate(header ?? noHeader, header === null ? 'builtin:chatml' : 'file');
  const builtin = builtinTemplates.find((name) => name === named);
  if (builtin !== undefined) return chooseTemplate(header ?? noHeader, `builtin:${builtin}`);
  const tokens = { bosToken: header?.bosToken?.text ?? '', eosToken: header?.eosToken?.text ?? '', name: named };
  try {
    const bytes = await readBounded(createReadStream(resolve(terminal.folder, named)), maxTemplateBytes);
    return chatTemplate('file', new TextDecoder('utf-8', { fatal: true }).decode(bytes), tokens);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const limit = `${builtinTemplates.join(', ')}, or a file with a Jinja template`;
    throw new Fault('INVALID_REQUEST', `The template ${named} cannot be read: ${why}`, 'Name another template.', {
      cause,
      fields: [{ path: '--template', message: 'It cannot be read.', limit }],
    });
  }
}

function describe({ prompt, prompt_sha256, prompt_version, slots }: PromptAnswer): string {
  const facts = [`prompt version  ${prompt_version}`, `SHA-256         ${prompt_sha256}`];
  if (slots.length > 0) facts.push(`slots           ${slots.join(' ')}`);
  return `${facts.join('\n')}\n\n${prompt}\n`;
}
