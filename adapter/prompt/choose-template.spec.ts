import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { builtinTemplateTexts } from './builtin-templates.ts';
import { chooseTemplate, type TemplateHeader } from './choose-template.ts';

function header(standard: string | null, named: Record<string, string> = {}): TemplateHeader {
  return {
    chatTemplates: { standard, named: Object.entries(named).map(([name, text]) => ({ name, text })) },
    bosToken: { id: 1, text: '<s>' },
    eosToken: null,
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('chooseTemplate', () => {
  it("takes the file's own, with its hash and tokens", () => {
    expect(chooseTemplate(header('own ü'), 'file')).toEqual({
      source: 'file',
      text: 'own ü',
      sha256: sha256('own ü'),
      bosToken: '<s>',
      eosToken: '',
    });
  });

  it('takes the default beside named ones, wherever it is written', () => {
    expect(chooseTemplate(header('own', { tool_use: 't' }), 'file').text).toBe('own');
    expect(chooseTemplate(header(null, { tool_use: 't', default: 'd' }), 'file').text).toBe('d');
  });

  it('refuses a file without any, and one with several and no default, offering the built-in ones', () => {
    const next = expect.stringMatching(/builtin:chatml.*builtin:gemma.*builtin:llama3.*builtin:mistral/);
    expect(() => chooseTemplate(header(null), 'file')).toThrow(
      expect.objectContaining({ code: 'NO_CHAT_TEMPLATE', next }),
    );
    expect(() => chooseTemplate(header(null, { a: '1', b: '2' }), 'file')).toThrow(
      expect.objectContaining({ code: 'SEVERAL_CHAT_TEMPLATES', message: expect.stringContaining('a, b'), next }),
    );
  });

  it('takes a built-in one that was chosen, whatever the file has', () => {
    const template = chooseTemplate(header('own'), 'builtin:gemma');
    expect(template).toMatchObject({ source: 'builtin:gemma', text: builtinTemplateTexts.gemma, bosToken: '<s>' });
    expect(template.sha256).toBe(sha256(builtinTemplateTexts.gemma));
  });
});
