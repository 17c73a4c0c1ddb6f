import { builtinTemplates, type TemplateSource } from '../configuration/scoring-settings.ts';
import { Fault } from '../fault.ts';
import type { GgufHeader } from '../gguf/gguf-header.ts';
import { builtinTemplateTexts } from './builtin-templates.ts';
import { type ChatTemplate, chatTemplate } from './chat-template.ts';

/** What of a model's header the choice depends on. */
export type TemplateHeader = Pick<GgufHeader, 'chatTemplates' | 'bosToken' | 'eosToken'>;

const BUILTINS = builtinTemplates.map((name) => `builtin:${name}`).join(', ');

/**
 * The chat template for a model and a setting: the file's own, or a built-in one that a person chose.
 * @throws Fault NO_CHAT_TEMPLATE when the file has none; SEVERAL_CHAT_TEMPLATES when it has named ones and no default
 */
export function chooseTemplate(header: TemplateHeader, source: TemplateSource): ChatTemplate {
  const tokens = { bosToken: header.bosToken?.text ?? '', eosToken: header.eosToken?.text ?? '' };
  if (source !== 'file') {
    const name = builtinTemplates.find((builtin) => source === `builtin:${builtin}`);
    if (name === undefined) throw new RangeError(`There is no template ${source}`);
    return chatTemplate(source, builtinTemplateTexts[name], tokens);
  }
  const { standard, named } = header.chatTemplates;
  if (standard !== null) return chatTemplate('file', standard, tokens);
  const only = named.find(({ name }) => name === 'default');
  if (only !== undefined) return chatTemplate('file', only.text, tokens);
  if (named.length === 0) {
    throw new Fault(
      'NO_CHAT_TEMPLATE',
      'The model file has no chat template, so nothing says how it wants a prompt to be written.',
      `Choose the built-in template that the model was trained with (${BUILTINS}), or the texts readout, which needs none.`,
    );
  }
  const names = named.map(({ name }) => name).join(', ');
  throw new Fault(
    'SEVERAL_CHAT_TEMPLATES',
    `The model file has several chat templates (${names}), and none of them is the default.`,
    `Choose the built-in template that the model was trained with (${BUILTINS}), or the texts readout, which needs none.`,
  );
}
