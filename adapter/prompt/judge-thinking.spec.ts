import { expect, it } from 'vitest';
import { judgeThinking } from './judge-thinking.ts';

const turns = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}<|assistant|>{{ '\\n' }}";
const judge = (standard: string | null) =>
  judgeThinking({ chatTemplates: { standard, named: [] }, bosToken: null, eosToken: null });

it.each([
  ['no template', null, 'no-template'],
  ['a template without thoughts', turns, 'none'],
  // As Qwen 3 writes it: an empty thought when thinking is off.
  [
    'a switch',
    `${turns}{% if enable_thinking is defined and enable_thinking is false %}<think>{{ '\\n\\n' }}</think>{{ '\\n\\n' }}{% endif %}`,
    'switched-off',
  ],
  // As QwQ and DeepSeek R1 write it.
  ['a thought that is always begun', `${turns}<think>{{ '\\n' }}`, 'stays-on'],
  ['a switch that does nothing', `${turns}{% if enable_thinking %}{% endif %}<think>`, 'stays-on'],
  [
    'thoughts that are only cut from old turns',
    `${turns}{% if '</think>' in messages[0].content %}{% endif %}`,
    'unclear',
  ],
  ['a template that cannot be rendered', '{% for %}', 'unclear'],
])('judges %s', (_, template, expected) => {
  expect(judge(template)).toBe(expected);
});
