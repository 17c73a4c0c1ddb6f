import { Code, Drawer, Loader, ScrollArea, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FaultData } from '../../../adapter/fault.ts';
import type { PromptAnswer } from '../../../workbench/contract/scoring.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useEngine, useWorkbench } from '../../app/connection/use-workbench.tsx';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import { useSession } from '../use-session.tsx';
import { BarTable } from './bar-table.tsx';
import { barsOf, scoredQuestion } from './bars-of.ts';
import { describeBars } from './describe-bars.ts';
import classes from './details-drawer.module.css';
import { ResultRecord } from './result-record.tsx';
import { draftToScore, scoreKey } from './score-input.ts';

/** The exact prompt, its tokens, the logits, and everything that the numbers were computed from. */
export function DetailsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { state, score } = useSession();
  const { draft } = state.present;
  const question = draft.questions[state.selected];
  const scored = scoredQuestion(draft, state.selected, score.scored);
  const bars = question === undefined ? [] : barsOf(question, scored);
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title={`Details: ${question?.id ?? ''}`}>
      <Tabs defaultValue="prompt" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="prompt">Prompt and tokens</Tabs.Tab>
          <Tabs.Tab value="logits">Logits</Tabs.Tab>
          <Tabs.Tab value="record">Timing and origin</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="prompt" pt="sm">
          {opened && <PromptView />}
        </Tabs.Panel>
        <Tabs.Panel value="logits" pt="sm">
          {scored === null ? (
            <Text c="dimmed">Nothing is scored yet.</Text>
          ) : (
            <>
              <BarTable bars={bars} readout={scored.result.x_readout} caption={describeBars(bars)} />
              <Text size="sm" c="dimmed" mt="sm">
                {scored.result.readout}. Probabilities are the softmax of these numbers divided by the temperature,{' '}
                {score.scored?.answer.settings.temperature}.
              </Text>
            </>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="record" pt="sm">
          {scored === null || score.scored === null ? (
            <Text c="dimmed">Nothing is scored yet.</Text>
          ) : (
            <ResultRecord result={scored.result} settings={score.scored.answer.settings} />
          )}
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
}

function PromptView() {
  const { client } = useWorkbench();
  const { state } = useSession();
  const engine = useEngine();
  const { draft } = state.present;
  const prompt = useQuery({
    queryKey: ['prompt', scoreKey(draft, engine), state.selected],
    queryFn: () => client.scoring.prompt({ draft: draftToScore(draft, engine), question: state.selected }),
    gcTime: 0,
  });
  if (prompt.isPending) return <Loader size="sm" />;
  if (prompt.isError) {
    const fault: FaultData = faultOf(prompt.error);
    return <FaultCard fault={fault} />;
  }
  return <PromptParts answer={prompt.data} />;
}

function PromptParts({ answer }: { answer: PromptAnswer }) {
  return (
    <>
      <h3 className={classes.title}>Prompt, as the model gets it</h3>
      <Text size="xs" c="dimmed">
        {answer.prompt_version} · SHA-256 <Code>{answer.prompt_sha256}</Code>
      </Text>
      <ScrollArea.Autosize mah={280} type="auto" viewportProps={{ tabIndex: 0 }} className={classes.box}>
        <pre className={classes.prompt}>{answer.prompt}</pre>
      </ScrollArea.Autosize>
      <h3 className={classes.title}>
        {answer.tokens.length} tokens{answer.slots.length > 0 && `, then one of ${saySlots(answer.slots)}`}
      </h3>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }} className={classes.box}>
        <ol className={classes.tokens}>
          {answer.tokens.map((token, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: tokens never move
              key={at}
              className={classes.token}
              data-special={token.special || undefined}
              title={`token ${token.id}${token.special ? ', special' : ''}`}
            >
              {showToken(token.text)}
            </li>
          ))}
        </ol>
      </ScrollArea.Autosize>
      <Text size="xs" c="dimmed">
        Framed tokens are special; whatever the evidence says stays plain text.
      </Text>
    </>
  );
}

/** White space made visible. */
function showToken(text: string): string {
  return text.replaceAll('\n', '↵').replaceAll('\t', '→').replaceAll(' ', '·') || '∅';
}

/** Labels that fit a line; the rest is counted. */
const MOST_SLOTS = 16;

function saySlots(slots: readonly string[]): string {
  if (slots.length <= MOST_SLOTS) return slots.join(' ');
  return `${slots.slice(0, MOST_SLOTS).join(' ')} … ${slots.at(-1) ?? ''} (${slots.length} labels)`;
}
