import { describe, expect, it, vi } from 'vitest';
import { configurationSchema } from '../../adapter/configuration/configuration.ts';
import { writeConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import { settingsOfConfiguration } from '../../adapter/configuration/settings-of-configuration.ts';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import { choiceDraft } from '../../test/stand-ins/drafts.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { collect, openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';

const path = '/models/a.gguf';
const configuration = configurationSchema.parse(golden.configuration);

describe('scoring', () => {
  it('scores with the settings of the draft over the model’s, and tells the progress', async () => {
    const { client, engine } = await openTestWorkbench();
    await client.settings.change({ max_prompt_tokens: 777 });
    await client.engine.load({ path });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    const events = collect(await client.app.events());
    const draft = choiceDraft('x', ['a', 'b', 'c', 'd']);
    const answer = await client.scoring.score({
      ticket: 't1',
      draft: { ...draft, scoring: { ...draft.scoring, readout: 'letters' } },
    });
    expect(answer.results).toMatchObject([{ id: 'q1', probabilities: [0.25, 0.25, 0.25, 0.25] }]);
    expect(answer.settings).toMatchObject({ readout: 'letters', prompt_version: 'direct-options-v2', temperature: 1 });
    expect(engine.scores).toMatchObject([{ maxPromptTokens: 777, settings: answer.settings }]);
    await vi.waitFor(() =>
      expect(events).toContainEqual({
        type: 'score-progress',
        ticket: 't1',
        decision: 0,
        tokens_done: 2,
        tokens_total: 2,
      }),
    );
  });

  it('scores under the configuration that the draft names, with its settings and no choice of the draft’s own', async () => {
    const { client, engine } = await openTestWorkbench();
    const file = { name: 'Tickets', saved_at: '2026-03-01T08:00:00.000Z', configuration };
    const { sha256 } = await client.configurations.import({ name: 'lock.json', text: writeConfigurationFile(file) });
    await client.engine.load({ path });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    const draft = choiceDraft('x', ['a', 'b']);
    const scoring = { ...draft.scoring, readout: 'texts', temperature: 9, configuration: sha256 } as const;
    const answer = await client.scoring.score({ ticket: 't', draft: { ...draft, scoring } });
    expect(answer.settings).toEqual(settingsOfConfiguration(configuration.scoring));
    expect(engine.scores).toMatchObject([{ settings: answer.settings, configuration }]);
    expect(await client.scoring.prompt({ draft: { ...draft, scoring }, question: 0 })).toMatchObject({
      prompt_version: configuration.scoring.prompt_version,
    });
    await client.configurations.remove({ sha256 });
    const fault = await faultOf(client.scoring.score({ ticket: 't', draft: { ...draft, scoring } }));
    expect(fault).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'scoring.configuration' }] });
  });

  it('says what is wrong with a draft in the draft’s terms, before the engine is asked', async () => {
    const { client, engine } = await openTestWorkbench();
    const fault = await faultOf(client.scoring.score({ ticket: 't', draft: choiceDraft('', ['a', 'a']) }));
    expect(fault.fields.map((field) => field.path)).toEqual(['evidence', 'questions[0].options[1].id']);
    expect(engine.scores).toEqual([]);
  });

  it('says that there is no model', async () => {
    const { client } = await openTestWorkbench();
    const fault = await faultOf(client.scoring.score({ ticket: 't', draft: choiceDraft('x') }));
    expect(fault.code).toBe('NO_MODEL');
  });

  it('is cancelled with its call', async () => {
    const { client, engine } = await openTestWorkbench();
    await client.engine.load({ path });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    engine.hold = true;
    const abort = new AbortController();
    const call = client.scoring.score({ ticket: 't', draft: choiceDraft('x') }, { signal: abort.signal });
    await vi.waitFor(() => expect(engine.scores).toHaveLength(1));
    abort.abort();
    expect((await faultOf(call)).code).toBe('CANCELLED');
    expect(engine.scores[0]?.signal?.aborted).toBe(true);
  });

  it('shows the prompt of one question, whatever the others lack', async () => {
    const { client, engine } = await openTestWorkbench();
    await client.engine.load({ path });
    await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
    const draft = choiceDraft('x');
    const [question] = draft.questions;
    if (question === undefined) throw new Error('no question');
    const both = { ...draft, questions: [{ ...question, id: 'unfinished', question: '' }, question] };
    expect(await client.scoring.prompt({ draft: both, question: 1 })).toMatchObject({ prompt: 'Which of yes, no?' });
    const own = await faultOf(client.scoring.prompt({ draft: both, question: 0 }));
    expect(own.fields.map((field) => field.path)).toEqual(['questions[0].question']);
    const last = { ...both, questions: both.questions.toReversed() };
    const other = await faultOf(client.scoring.prompt({ draft: last, question: 1 }));
    expect(other.fields.map((field) => field.path)).toEqual(['questions[1].question']);
    expect((await faultOf(client.scoring.prompt({ draft, question: 4 }))).fields[0]?.path).toBe('question');
  });
});
