import { Drawer, NativeSelect, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { Endpoint, InvokeAnswer } from '../../../workbench/contract/endpoints.ts';
import { useDecisions, useWorkbench } from '../../app/connection/use-workbench.tsx';
import { CopyBlock } from '../../app/copy-block.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import { notifyError } from '../../app/notify.tsx';
import { countOf, formatSeconds } from '../../charts/format-number.ts';
import { BarList } from '../../decide/result/bar-list.tsx';
import type { Bar } from '../../decide/result/bars-of.ts';
import { leaderOf } from '../../decide/result/describe-bars.ts';
import deploy from '../../deploy/deploy-screen.module.css';
import { CallButtons } from '../call-buttons.tsx';
import classes from '../endpoints-screen.module.css';
import { useOneCall } from '../use-one-call.ts';
import { type AnsweredDecision, indented, readAnswer } from './read-answer.ts';
import { bodyOfFile, chatBody, exampleBody } from './request-body.ts';

/** Sends one request and shows what came back. */
export function TryDrawer({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { client } = useWorkbench();
  const decisions = useDecisions() ?? [];
  const standard = endpoint.path === 'standard';
  const [source, setSource] = useState('');
  const [body, setBody] = useState(standard ? chatBody : exampleBody);
  const call = useOneCall<InvokeAnswer>();

  const choose = async (id: string): Promise<void> => {
    setSource(id);
    if (id === '') {
      setBody(exampleBody);
      return;
    }
    const { name, draft } = await client.decisions.get({ id });
    const file = await client.decisions.export({ name, draft });
    setBody(bodyOfFile(file.text));
  };
  const ask = (): void => void call.ask((signal) => client.endpoints.invoke({ ref: endpoint.ref, body }, { signal }));
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`Try ${endpoint.ref.name}`}>
      <div className={deploy.unfolded}>
        {!standard && (
          <NativeSelect
            size="xs"
            label="Decision"
            value={source}
            data={[
              { value: '', label: 'The example' },
              ...decisions.map(({ id, name }) => ({ value: id, label: name === '' ? 'Without a name' : name })),
            ]}
            onChange={(event) => void choose(event.currentTarget.value).catch(notifyError)}
          />
        )}
        <Textarea
          size="xs"
          label="Request"
          description="Sent as it is; nothing of it is stored"
          autosize
          minRows={8}
          maxRows={18}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <CallButtons
          call={call}
          icon={<IconPlayerPlay size={15} aria-hidden />}
          disabled={body.trim() === ''}
          onAsk={ask}
        >
          Send
        </CallButtons>
        {call.fault !== null && <RemedyCard fault={call.fault} />}
        {call.answer !== null && <Answered answer={call.answer} />}
      </div>
    </Drawer>
  );
}

function Answered({ answer }: { answer: InvokeAnswer }) {
  const read = readAnswer(answer.body);
  return (
    <section className={deploy.unfolded} aria-label="Answer">
      <p className={deploy.sentence} role="status">
        Answered in {formatSeconds(answer.seconds)}, the network included
        {answer.retries === 0 ? '' : `; it was busy and asked again ${countOf(answer.retries, 'time')}`}.
      </p>
      {read.kind === 'decisions' && read.decisions.map((decision) => <Decided key={decision.id} decision={decision} />)}
      {read.kind === 'text' && <p className={classes.answer}>{read.text}</p>}
      <CopyBlock label="Answer as JSON" text={indented(answer.body)} />
    </section>
  );
}

function Decided({ decision }: { decision: AnsweredDecision }) {
  const bars: Bar[] = decision.option_ids.map((id, at) => ({
    key: id,
    id,
    at,
    hue: at,
    description: '',
    probability: decision.probabilities[at] ?? null,
    logit: null,
    tokens: [],
  }));
  return (
    <div>
      <h3 className={deploy.subtitle}>{decision.id}</h3>
      <BarList
        bars={bars}
        leader={leaderOf(bars)?.first.key ?? null}
        compared={null}
        label={`Probabilities of ${decision.id}`}
      />
      {decision.x_reason !== undefined && (
        <p className={deploy.words}>
          {decision.x_choice ?? 'abstains'} ({decision.x_reason})
        </p>
      )}
    </div>
  );
}
