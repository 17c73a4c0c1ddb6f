import type { ModelEntry } from '../contract/models.ts';
import { explainQuantization } from '../models/explain-quantization.ts';
import { printable } from './printable.ts';

/** One model in lines for people. */
export function describeModel(model: ModelEntry): string {
  const lines = [model.name, `  path           ${model.path}`];
  if (model.bytes !== null) lines.push(`  size           ${(model.bytes / 1e6).toFixed(1)} MB`);
  if (model.parts > 1) lines.push(`  parts          ${model.parts} files`);
  if (model.repository !== null)
    lines.push(`  repository     ${model.repository}${model.revision === null ? '' : ` @ ${model.revision}`}`);
  if (model.sha256 !== null) lines.push(`  SHA-256        ${model.sha256}`);
  const { header } = model;
  if (header !== null) {
    const parameters = header.parameters === null ? '' : `, ${(header.parameters / 1e6).toFixed(0)} million parameters`;
    const types = header.tensor_types.map(({ type, tensors }) => `${tensors} × ${type}`).join(', ');
    lines.push(
      `  model          ${header.name ?? 'without a name'} (${header.architecture}${parameters})`,
      `  licence        ${header.license ?? 'not stated'}`,
      `  quantisation   ${header.quantization} (${types})`,
      ...explainQuantization(header).map((sentence) => `                 ${sentence}`),
      `  chat template  ${header.chat_template}; thinking: ${thinking[header.thinking]}`,
      `  answer slots   ${header.slots === 0 ? 'none: letters cannot be read' : header.slots}`,
      `  context        ${header.context_length ?? 'not stated'} tokens`,
    );
  }
  if (model.tried === 'crashed') lines.push('  was tried      and ended the process that loaded it');
  if (model.fault !== null) lines.push(`  cannot be used ${model.fault.message} ${model.fault.next}`);
  return `${lines.map(printable).join('\n')}\n`;
}

const thinking: Record<NonNullable<ModelEntry['header']>['thinking'], string> = {
  'no-template': 'no template',
  none: 'none',
  'switched-off': 'switched off',
  'stays-on': 'stays on, so its first token is no answer',
  unclear: 'cannot be told',
};
