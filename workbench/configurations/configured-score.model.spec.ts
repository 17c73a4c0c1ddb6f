import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import type { DecisionResult } from '../../adapter/score/result.ts';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { modelsFolder } from '../cli/default-folders.ts';
import { runCli } from '../cli/run-cli.ts';
import type { DecisionDraft } from '../contract/decision-document.ts';
import { defaultScoring } from '../decisions/default-scoring.ts';
import { openFileIndex } from '../models/file-index.ts';
import { stampFile } from '../models/stamp-file.ts';
import { openWorkbench } from '../open-workbench.ts';
import type { SampleQuestion } from '../samples/sample.ts';

const engine = { gpuLayers: 0, threads: 1, contextTokens: 1024, mode: 'reproducible' } as const;
// On a machine that is busy with other work the engine's threads wait for each other.
const LOAD_MS = 60_000;

const question: SampleQuestion = {
  kind: 'choice',
  question: 'Which queue?',
  options: ['billing', 'access', 'sales'].map((id) => ({ id, description: `${id} support` })),
};
const evidences = Array.from(
  { length: 24 },
  (_, n) => `Case ${n}: the customer writes ${'about an invoice '.repeat(1 + (n % 3))}`,
);

async function openClient() {
  const folder = temporaryFolder();
  const workbench = await openWorkbench({
    kind: 'browser',
    version: '0.0.0',
    workspaceFolder: join(folder, 'workspace'),
    modelsFolder: join(folder, 'models'),
    pickModelFiles: null,
    tryModel: async () => ({ outcome: 'fine' }),
  });
  onTestFinished(() => workbench.close());
  const client = createRouterClient(workbench.router, { context: {} });
  await client.settings.change({ engine, max_prompt_tokens: 1024 });
  return { folder, client };
}

/** `score` in this process, with a model that counts as tried. */
async function scoreByCommand(
  folder: string,
  file: string,
  args: string[],
): Promise<{ code: number; out: string; err: string }> {
  const terminal = fakeTerminal(folder);
  const stamp = await stampFile(tinyPaths.llama);
  if (stamp === null) throw new Error('no model');
  await openFileIndex(modelsFolder(terminal)).remember(tinyPaths.llama, stamp, { tried: true });
  const model = ['--model', tinyPaths.llama, '--threads', '1', '--gpu-layers', '0', '--context', '1024'];
  const code = await runCli(['score', file, ...model, ...args], terminal);
  return { code, ...terminal.written };
}

const numbers = ({
  probabilities,
  option_logits,
  x_choice,
  x_abstained,
  x_reason,
  x_threshold,
  configuration_sha256,
  probability_status,
}: DecisionResult) => ({
  probabilities,
  option_logits,
  x_choice,
  x_abstained,
  x_reason,
  x_threshold,
  configuration_sha256,
  probability_status,
});

it.each([
  ['texts', { ...defaultScoring, readout: 'texts' }],
  ['letters, the file’s own template', { ...defaultScoring, readout: 'letters', template: 'file' }],
  ['letters in two orders', { ...defaultScoring, readout: 'letters', template: 'builtin:mistral', order: 'both-ways' }],
] as const)(
  'from a run to a choice, the same in the router and by command: %s',
  async (_, scoring) => {
    const { folder, client } = await openClient();
    const { set } = await client.samples.create({
      name: 'Cases',
      binding: { kind: 'bound', decision: null, question },
    });
    await client.samples.edit({
      id: set.id,
      edits: evidences.map((text, n) => ({
        edit: 'add',
        sample: {
          id: `s${n}`,
          evidence: { format: 'text', text },
          label: question.options[n % 2]?.id ?? null,
          group: null,
          note: '',
          disputed: false,
          suggestion: null,
          question: null,
          tags: {},
          origin: null,
        },
      })),
    });
    const model_path = join(folder, 'soon-gone.gguf');
    copyFileSync(tinyPaths.llama, model_path);
    const configuration = { name: 'tiny', model_path, scoring, question: null, engine };
    const [started] = await client.runs.start({ set_id: set.id, part: 'all', configurations: [configuration] });
    const id = started?.run.id ?? '';
    await vi.waitFor(async () => {
      const summary = (await client.runs.list()).find(({ run }) => run.id === id);
      expect(summary?.run.state).toBe('done');
    }, LOAD_MS);
    const { rows } = await client.runs.rows({ id, from: 0, limit: 5000 });
    const tops = rows
      .map((row) => (row.status === 'scored' ? Math.max(...row.probabilities) : 0))
      .sort((a, b) => a - b);
    // What a run was scored with is known without its file.
    await client.engine.unload();
    rmSync(model_path);
    // Half of the samples are accepted.
    const threshold = tops[12] ?? 0.5;

    const request = {
      run_id: id,
      temperature: false,
      prior: false,
      rule: { rule: 'confidence', threshold },
      fallback: 'human',
    } as const;
    const fitted = await client.configurations.fit(request);
    const saved = await client.configurations.save({ name: 'Tiny', request });
    expect(saved.sha256).toBe(fitted.configuration_sha256);
    expect(fitted.tune.n + fitted.test.n).toBe(evidences.length);
    expect(fitted.tune.accepted + fitted.test.accepted).toBe(tops.filter((top) => top >= threshold).length);

    const { text } = await client.configurations.export({ sha256: saved.sha256 });
    const lock = join(folder, 'lock.json');
    writeFileSync(lock, text);
    expect(readConfigurationFile(text, lock).sha256).toBe(saved.sha256);

    await client.engine.load({ path: tinyPaths.llama });
    await vi.waitFor(async () => expect(await client.engine.state()).toMatchObject({ status: 'ready' }), LOAD_MS);
    let accepted = 0;
    for (const n of [0, 1, 2]) {
      const draft: DecisionDraft = {
        evidence: { format: 'text', text: evidences[n] ?? '' },
        questions: [
          { ...question, id: 'asked', options: question.options.map((option, hue) => ({ ...option, hue })) },
          {
            ...question,
            id: 'other',
            question: 'Which desk?',
            options: question.options.map((option, hue) => ({ ...option, hue })),
          },
        ],
        scoring: { ...defaultScoring, configuration: saved.sha256 },
      };
      const { results, settings } = await client.scoring.score({ ticket: 't', draft });
      const [asked, other] = results;
      if (asked === undefined || other === undefined) throw new Error('two results');
      const row = rows.find(({ sample }) => sample === `s${n}`);
      expect(row).toMatchObject({ probabilities: asked.probabilities, logits: asked.option_logits });
      expect(settings.order).toBe(scoring.order);
      const top = Math.max(...asked.probabilities);
      const best = question.options[asked.probabilities.indexOf(top)]?.id;
      if (top >= threshold) {
        accepted += 1;
        expect(asked).toMatchObject({ x_choice: best, x_abstained: false, x_threshold: threshold });
      } else expect(asked).toMatchObject({ x_choice: 'human', x_abstained: true, x_threshold: threshold });
      expect(other.x_choice).toBeUndefined();
      expect(other.probability_status).toMatch(/uncalibrated$/);

      const { text: decisions } = await client.decisions.export({ name: 'case', draft });
      const file = join(folder, 'case.json');
      writeFileSync(file, decisions);
      const command = await scoreByCommand(folder, file, ['--configuration', lock, '--json']);
      expect(command).toMatchObject({ code: 0, err: '' });
      const answer: { results: DecisionResult[] } = JSON.parse(command.out);
      expect(answer.results.map(numbers)).toEqual(results.map(numbers).map((one) => JSON.parse(JSON.stringify(one))));
      if (n === 0) {
        const table = await scoreByCommand(folder, file, ['--configuration', lock]);
        expect(table.out).toContain(`Choice: ${asked.x_choice} (${asked.x_reason})`);
        expect(table.out).toContain('The configuration says nothing about this decision');
      }
    }
    expect(accepted).toBeLessThanOrEqual(3);
    const verified = await client.configurations.verify({ sha256: saved.sha256, run_id: id });
    expect(verified.figures).toEqual(fitted.test);

    const foreign = await scoreByCommand(folder, join(folder, 'case.json'), [
      '--configuration',
      lock,
      '--order',
      'as-given',
    ]);
    expect(foreign).toMatchObject({ code: 2, err: expect.stringContaining('--order') });
  },
  200_000,
);
