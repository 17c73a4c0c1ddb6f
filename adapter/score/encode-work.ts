import type { ScoringSettings } from '../configuration/scoring-settings.ts';
import type { Decision } from '../decision/decision.ts';
import { Fault } from '../fault.ts';
import type { ChatTemplate } from '../prompt/chat-template.ts';
import { chooseTemplate, type TemplateHeader } from '../prompt/choose-template.ts';
import {
  type EncodedOrder,
  type EncodedPrompt,
  type EncodedTexts,
  type Encoding,
  encodeOrder,
  encodeTexts,
} from './encode-decision.ts';
import { optionOrders } from './option-orders.ts';

/** A decision that is ready for evaluation. */
export type Work = {
  decision: Decision;
  template: ChatTemplate | null;
  /** Text that the prompt shares with others on the same evidence. */
  sharedText: string;
  encodeSeconds: number;
} & ({ readout: 'letters'; orders: [EncodedOrder, ...EncodedOrder[]] } | { readout: 'texts'; texts: EncodedTexts });

/**
 * Renders and tokenises a decision in all its orders and checks it against the budget.
 * @throws Fault INVALID_REQUEST (texts with an order), and what the encoding throws
 */
export async function encodeWork(
  decision: Decision,
  settings: ScoringSettings,
  header: TemplateHeader,
  encoding: Encoding,
): Promise<Work> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  if (settings.readout === 'texts') {
    if (settings.order !== 'as-given')
      throw new Fault(
        'INVALID_REQUEST',
        `The order ${settings.order} does nothing with the texts readout: it reads each option on its own.`,
        'Choose the order as-given, or the letters readout.',
        { fields: [{ path: 'order', message: 'Only as-given with texts.' }] },
      );
    const texts = await encodeTexts(decision, encoding);
    const sharedText = sharedPart(texts.context);
    return { readout: 'texts', decision, template: null, sharedText, texts, encodeSeconds: seconds() };
  }
  const template = chooseTemplate(header, settings.template);
  const [given, ...others] = optionOrders(settings.order, decision.options.length);
  const encode = (order: number[]) => encodeOrder(decision, settings, template, order, encoding);
  const first = await encode(given ?? []);
  const orders: [EncodedOrder, ...EncodedOrder[]] = [first];
  for (const order of others) orders.push(await encode(order));
  return { readout: 'letters', decision, template, sharedText: sharedPart(first), orders, encodeSeconds: seconds() };
}

function sharedPart({ prompt }: EncodedPrompt): string {
  return prompt.text.slice(0, prompt.sharedEnd);
}
