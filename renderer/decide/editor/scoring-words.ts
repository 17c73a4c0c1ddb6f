import type { Order, ReadoutName, TemplateSource } from '../../../adapter/configuration/scoring-settings.ts';
import type { PromptVersion } from '../../../adapter/prompt/rendered-prompt.ts';

/** When which readout is right. */
export const readoutWords: Record<ReadoutName, string> = {
  letters:
    'The model answers with a letter. Right for instruction-tuned models from about two billion parameters, and the form that other scorers share. It never sees the ids.',
  texts:
    'The words of each option are weighed against the evidence. Right for small and base models. The words of the ids are part of what is weighed, so renaming an option changes the result.',
};

export const orderWords: Record<Order, string> = {
  'as-given': 'As given · 1 pass',
  'both-ways': 'Both ways · 2 passes',
  rotations: 'All rotations · a pass for each option',
};

/** The prompts of the letters readout. */
export const promptWords: { value: PromptVersion; label: string }[] = [
  { value: 'direct-options-v2', label: 'Evidence first, up to 255 options (v2)' },
  { value: 'direct-options-v1', label: 'Evidence first, up to 16 options (v1)' },
  { value: 'question-first-v1', label: 'Question first' },
];

export const templateWords: { value: TemplateSource; label: string }[] = [
  { value: 'file', label: 'The model file’s own' },
  { value: 'builtin:chatml', label: 'Built in: ChatML' },
  { value: 'builtin:gemma', label: 'Built in: Gemma' },
  { value: 'builtin:llama3', label: 'Built in: Llama 3' },
  { value: 'builtin:mistral', label: 'Built in: Mistral' },
];
