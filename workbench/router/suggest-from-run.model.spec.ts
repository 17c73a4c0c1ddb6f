import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { additions, manySamples, queueQuestion, runConfiguration } from '../../test/stand-ins/sample-sets.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { openWorkbench } from '../open-workbench.ts';

// On a machine that is busy with other work the engine's threads wait for each other.
const RUN_MS = 120_000;

it(
  'suggests what a model said in a run, and labels nothing',
  async () => {
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
    const binding = { kind: 'bound' as const, decision: null, question: queueQuestion };
    const { set } = await client.samples.create({ name: 'Tickets', binding });
    const before = await client.samples.edit({ id: set.id, edits: additions(manySamples(9)) });
    const own = runConfiguration(tinyPaths.llama);
    const configuration = { ...own, engine: { ...own.engine, gpuLayers: 0, threads: 1, contextTokens: 512 } };
    const [started] = await client.runs.start({ set_id: set.id, part: 'all', configurations: [configuration] });
    const id = started?.run.id ?? '';
    await vi.waitFor(async () => expect((await client.runs.list())[0]?.run.state).toBe('done'), RUN_MS);

    const summary = await client.samples.suggest({ id: set.id, run_id: id });
    // Suggestions are no labels: neither counts nor the hash over the labels change.
    expect(summary).toEqual({ ...before.summary, set: summary.set });
    const { total, rows } = await client.samples.query({
      id: set.id,
      search: '',
      label: 'any',
      part: 'any',
      only: 'suggested',
      sort: 'as-imported',
      offset: 0,
      limit: 100,
    });
    expect(total).toBe(9);
    const { rows: said } = await client.runs.rows({ id, from: 0, limit: 100 });
    const [run] = await client.runs.list();
    for (const { sample } of rows) {
      const row = said.find((one) => one.sample === sample.id);
      if (row?.status !== 'scored') throw new Error(`${sample.id} was not scored`);
      const ranked = queueQuestion.options
        .map((option, index) => ({ label: option.id, confidence: row.probabilities[index] ?? 0 }))
        .sort((one, other) => other.confidence - one.confidence);
      expect(ranked[0]?.confidence).toBeGreaterThan(ranked[1]?.confidence ?? 1);
      expect(sample.suggestion).toEqual({ ...ranked[0], by: run?.run.identity?.configuration_sha256 });
      expect(sample.label).toBe(manySamples(9).find((one) => one.id === sample.id)?.label);
    }
    // Accepting one is a person's deed, and makes it a label.
    const open = rows.find(({ sample }) => sample.label === null)?.sample;
    const label = open?.suggestion?.label ?? '';
    const accepted = await client.samples.edit({
      id: set.id,
      edits: [{ edit: 'change', id: open?.id ?? '', change: { label } }],
    });
    expect(accepted.summary.labelled).toBe(before.summary.labelled + 1);
  },
  2 * RUN_MS,
);
