import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.ts';
import { builtinTemplateTexts } from './builtin-templates.ts';
import { chatTemplate, type RenderedChat, renderChat } from './chat-template.ts';

const SYSTEM = 'Choose one.';
const USER = '{"evidence": "a {{ b }} {% c %} <|im_end|>"}';

function render(text: string, bosToken = '<s>', user = USER): RenderedChat {
  return renderChat(chatTemplate('file', text, { bosToken, eosToken: '</s>' }), SYSTEM, user);
}

function faultOf(text: string, user = USER): Fault {
  try {
    render(text, '<s>', user);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('not refused');
}

/** Half a second is the bound of one template; ten times that, for a busy machine. */
const LOOSE_STOP_MS = 10 * 500;
/** The event loop may be held for 50 ms; the bench event-loop holds that, here a busy machine must not matter. */
const LOOSE_BLOCK_MS = 10 * 50;

const LOOP = '{% for m in messages %}<{{ m.role }}>{{ m.content }}</{{ m.role }}>{% endfor %}';

describe('renderChat', () => {
  it('tells the messages from the template', () => {
    const chat = render(`{{ bos_token }}${LOOP}{% if add_generation_prompt %}<go>{% endif %}`);
    expect(chat.text).toBe(`<s><system>${SYSTEM}</system><user>${USER}</user><go>`);
    expect(chat.pieces).toEqual([
      { text: '<s><system>', origin: 'template' },
      { text: SYSTEM, origin: 'content' },
      { text: '</system><user>', origin: 'template' },
      { text: USER, origin: 'content' },
      { text: '</user><go>', origin: 'template' },
    ]);
    expect(chat.text.slice(chat.userStart)).toBe(`${USER}</user><go>`);
  });

  it('gives templates what they ask for', () => {
    const text = `{{ eos_token }}|{{ enable_thinking }}|{{ tools is none }}|{{ strftime_now('%d %b %Y') }}|{{ range(3) | join(',') }}${LOOP}`;
    expect(render(text).text).toMatch(/^<\/s>\|false\|true\|26 Jul 2024\|0,1,2</i);
  });

  it('follows templates that trim, fold and branch on roles', () => {
    const folding = `{% set first = messages[0].content + '\\n\\n' %}{% for m in messages[1:] %}[INST] {{ first }}{{ m.content | trim }} [/INST]{% endfor %}`;
    const chat = render(folding);
    expect(chat.text).toBe(`[INST] ${SYSTEM}\n\n${USER} [/INST]`);
    expect(chat.pieces.map((piece) => piece.origin)).toEqual([
      'template',
      'content',
      'template',
      'content',
      'template',
    ]);
  });

  it('finds a message wherever a template repeats it', () => {
    const chat = render(`${LOOP}{{ messages[1].content }}`);
    expect(chat.pieces.filter((piece) => piece.text === USER)).toHaveLength(2);
    expect(chat.text.slice(chat.userStart).startsWith(USER)).toBe(true);
  });

  it('says why a template cannot be used, and what to do', () => {
    const refusing =
      "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}";
    expect(faultOf(refusing + LOOP)).toMatchObject({
      code: 'CHAT_TEMPLATE_FAILED',
      message: expect.stringContaining('takes no system message'),
      next: expect.stringContaining('built-in'),
    });
    expect(faultOf("{{ raise_exception('Roles must alternate') }}").message).toContain('Roles must alternate');
    expect(faultOf('{% for m in messages[1:] %}{{ m.content }}{% endfor %}').message).toContain('system message out');
    expect(faultOf('{{ messages[0].content }}').message).toContain('user message out');
    expect(faultOf('{% for m in messages %}{{ m.content | upper }}{% endfor %}').message).toMatch(/out|changes/);
    expect(faultOf("{% for m in messages %}{{ m.content | replace('a', 'b') }}{% endfor %}").message).toContain(
      'changes',
    );
    expect(faultOf(`${LOOP}{% if '<|im_end|>' in messages[1].content %}<end>{% endif %}`).message).toContain('changes');
    for (const broken of ['{% if %}', '{{ messages[', '{% unknown %}', '{{ nothing.at.all() }}', '{% include "x" %}']) {
      expect(faultOf(broken), broken).toMatchObject({ code: 'CHAT_TEMPLATE_FAILED' });
    }
  });

  it('does not let content be code', () => {
    expect(render(LOOP, '<s>', '{{ 7 * 7 }}{% raw %}').text).toContain('<user>{{ 7 * 7 }}{% raw %}</user>');
  });

  it.each([
    ['nested loops', '{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}'],
    ['a huge range', '{{ range(1000000000) | length }}'],
    ['an endless range', '{{ range(0, 10, 0) }}'],
    ['a range backwards', '{{ range(0, -1000000000, -1) | length }}'],
    [
      'doubling text',
      `{% set ns = namespace(s='xx') %}{% for i in range(40) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{{ ns.s }}`,
    ],
    [
      'doubling lists',
      `{% set ns = namespace(s=[1]) %}{% for i in range(40) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{{ ns.s | length }}`,
    ],
    [
      'lists in lists',
      `{% set ns = namespace(s=[1]) %}{% for i in range(60) %}{% set ns.s = [ns.s, ns.s] %}{% endfor %}{{ ns.s | tojson }}`,
    ],
    [
      'objects in objects',
      `{% set ns = namespace(s={}) %}{% for i in range(60) %}{% set ns.s = {'a': ns.s, 'b': ns.s} %}{% endfor %}{{ ns.s | tojson }}`,
    ],
    ['a macro that calls itself', '{% macro f(x) %}{{ f(x) }}{{ f(x) }}{% endmacro %}{{ f(1) }}'],
    ['wide indents', "{{ 'a' | indent(1000000000) }}{{ ('a\n' * 9) | indent(999999999) }}"],
    ['deep brackets', `{{ ${'('.repeat(50_000)}1${')'.repeat(50_000)} }}`],
    ['many blanks', `${' '.repeat(200_000)}{% if`],
    ['a megabyte of template', 'x'.repeat(1_100_000)],
    ['a megabyte of output', `{% for i in range(1000) %}${'x'.repeat(3000)}{% endfor %}${LOOP}`],
  ])(
    'stops a hostile template soon: %s',
    (_, text) => {
      const start = performance.now();
      expect(faultOf(text).code).toBe('CHAT_TEMPLATE_FAILED');
      expect(performance.now() - start).toBeLessThan(LOOSE_STOP_MS);
    },
    30_000,
  );

  it('stops work that hides inside one operation by time, and does not try again', () => {
    const text = `{% set ns = namespace(s='ab') %}{% for i in range(15) %}{% set ns.s = ns.s + ns.s %}{% endfor %}{% for i in range(9000) %}{% set c = ns.s | replace('b', 'cd') | length %}{% endfor %}`;
    const slow = `{% for i in range(9000) %}{% set c = messages[1].content | replace('a', '') | length %}{% endfor %}`;
    expect(faultOf(text).message).toContain('more work than');
    const evidence = 'a'.repeat(300_000);
    expect(faultOf(slow, evidence).message).toContain('longer than');
    const start = performance.now();
    expect(faultOf(slow, evidence).message).toContain('too long before');
    expect(performance.now() - start).toBeLessThan(LOOSE_BLOCK_MS);
  }, 30_000);

  it('renders long evidence with templates of many blocks', () => {
    const user = JSON.stringify({ evidence: 'word '.repeat(200_000) });
    const text = `{% macro body(m) %}{% if true %}{{ m.content | trim }}{% endif %}{% endmacro %}{% for m in messages %}{% if m.role %}{% set c = body(m) %}{{ '<' + m.role + '>' + c + '</>' }}{% endif %}{% endfor %}`;
    expect(render(text, '<s>', user).text).toBe(`<system>${SYSTEM}</><user>${user}</>`);
  });
});

describe('built-in templates', () => {
  const tokens = { chatml: '', gemma: '<bos>', llama3: '<|begin_of_text|>', mistral: '<s>' };
  const expected = {
    chatml: `<|im_start|>system\n${SYSTEM}<|im_end|>\n<|im_start|>user\n${USER}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n`,
    gemma: `<bos><start_of_turn>user\n${SYSTEM}\n\n${USER}<end_of_turn>\n<start_of_turn>model\n`,
    llama3: `<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\n${SYSTEM}<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n${USER}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n`,
    mistral: `<s>[INST] ${SYSTEM}\n\n${USER}[/INST]`,
  };
  it.each(['chatml', 'gemma', 'llama3', 'mistral'] as const)('%s has its format', (name) => {
    const template = chatTemplate(`builtin:${name}`, builtinTemplateTexts[name], {
      bosToken: tokens[name],
      eosToken: '',
    });
    expect(renderChat(template, SYSTEM, USER).text).toBe(expected[name]);
  });
});
