import { Fault } from '../fault.ts';
import { renderChat } from './chat-template.ts';
import { chooseTemplate, type TemplateHeader } from './choose-template.ts';

/**
 * Whether a prompt can ask for the answer at once: `none` has no thinking to switch off, `stays-on` begins to think
 * whatever is asked, `unclear` speaks of thinking without a switch, or cannot be rendered.
 */
export type Thinking = 'no-template' | 'none' | 'switched-off' | 'stays-on' | 'unclear';

/** An opened thought that is not closed again before the answer. */
const OPEN_THOUGHT = /<think(ing)?>\s*$|<\|channel\|?>(analysis|thought)\s*$|\[THINK\]\s*$/i;
const SPEAKS_OF_THINKING = /think|reasoning|<\|channel/i;
const SWITCH = /enable_thinking|thinking_mode|reasoning_effort|thinking\s+is\s+defined/i;

/** Renders a short prompt with thinking off, as scoring does, and looks at where it ends. */
export function judgeThinking(header: TemplateHeader): Thinking {
  try {
    const template = chooseTemplate(header, 'file');
    const { text } = renderChat(template, 'Answer with one letter.', 'A or B?');
    if (OPEN_THOUGHT.test(text)) return 'stays-on';
    if (!SPEAKS_OF_THINKING.test(template.text)) return 'none';
    return SWITCH.test(template.text) ? 'switched-off' : 'unclear';
  } catch (error) {
    if (error instanceof Fault) return error.code === 'NO_CHAT_TEMPLATE' ? 'no-template' : 'unclear';
    throw error;
  }
}
