import type { BuiltinTemplateName } from '../configuration/scoring-settings.ts';

// Each lays out one system and one user message in a family's format. The families' own templates do far more (tools,
// several turns, checks of roles) and differ from version to version; these are for files that bring none that works.
// A newline after a tag is trimmed, so those that belong to the format are written out.

const CHATML = `{%- for message in messages -%}
{{ '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{ '<|im_start|>assistant\\n<think>\\n\\n</think>\\n\\n' }}
{%- endif -%}`;

// No system role: its text opens the user's turn.
const GEMMA = `{{- bos_token + '<start_of_turn>user\\n' -}}
{%- for message in messages -%}
{{ message.content }}{{ '<end_of_turn>\\n' if loop.last else '\\n\\n' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{ '<start_of_turn>model\\n' }}
{%- endif -%}`;

const LLAMA3 = `{{- bos_token -}}
{%- for message in messages -%}
{{ '<|start_header_id|>' + message.role + '<|end_header_id|>\\n\\n' + message.content + '<|eot_id|>' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}
{%- endif -%}`;

// No system role: its text opens the instruction.
const MISTRAL = `{{- bos_token + '[INST] ' -}}
{%- for message in messages -%}
{{ message.content }}{{ '[/INST]' if loop.last else '\\n\\n' }}
{%- endfor -%}`;

/** The built-in chat templates. A configuration records the text's hash, so a changed text is another configuration. */
export const builtinTemplateTexts: Record<BuiltinTemplateName, string> = {
  chatml: CHATML,
  gemma: GEMMA,
  llama3: LLAMA3,
  mistral: MISTRAL,
};
