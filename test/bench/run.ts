import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import Papa from 'papaparse';
import type { ScoringSettings } from '../../adapter/configuration/scoring-settings.ts';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import type { PromptReport } from '../../adapter/score/scorer.ts';
import type { RunConfiguration } from '../../workbench/contract/runs.ts';
import { openWorkbench } from '../../workbench/open-workbench.ts';
import { askSample } from '../../workbench/runs/ask-sample.ts';
import { noChoices } from '../../workbench/samples/importing/import-choices.ts';
import { importSamples } from '../../workbench/samples/importing/import-samples.ts';
import { createPacer } from '../../workbench/samples/pacer.ts';
import { type Sample, type SampleQuestion, sampleSchema } from '../../workbench/samples/sample.ts';
import { openSamples } from '../../workbench/samples/store/sample-store.ts';
import { querySamples } from '../../workbench/samples/view/query-samples.ts';
import { buildSetView } from '../../workbench/samples/view/set-view.ts';
import { diskFileSystem } from '../../workbench/store/file-system.ts';
import { openWorkspace } from '../../workbench/store/workspace.ts';
import { machineOrigin } from '../../workbench/uuid-v7.ts';

interface Figure {
  name: string;
  value: number;
  unit: string;
  limit?: number;
}

const modelPath = join(process.cwd(), '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf');
const engine = { gpuLayers: 0, threads: null, contextTokens: 2048, mode: 'reproducible' } as const;
const samples = 200;
/** Scored from nothing; they stand for all, which would take minutes. */
const alone = 8;
/** The most that may be evaluated for each token that is new in its sample. */
const newLimit = 1.05;
const rows = 100_000;

const settings: ScoringSettings = {
  readout: 'letters',
  prompt_version: 'question-first-v1',
  template: 'file',
  order: 'as-given',
  temperature: 1,
};

const rule =
  'Take the queue that is responsible for most of what the customer asks, and when two are equally responsible, the one that can answer sooner.';
const question: SampleQuestion = {
  kind: 'choice',
  // Some 300 tokens with the options.
  question: `Which queue should handle this request? ${Array.from({ length: 8 }, (_, index) => `Rule ${index + 1}: ${rule}`).join(' ')}`,
  options: [
    { id: 'account_access', description: 'Account access and authentication support.' },
    { id: 'billing', description: 'Billing and payment support.' },
    { id: 'sales', description: 'Sales and product evaluation.' },
  ],
};

const things = 'parcel invoice password contract refund printer licence meeting delivery account'.split(' ');

function sampleOf(index: number): Sample {
  const [first, second] = [things[index % 10], things[Math.floor(index / 10) % 10]];
  // Three sentences: short beside the question, and some 70 tokens with what the template puts around them.
  const text = `Customer ${index * 7} writes that the ${first} is not what was agreed on. The letter asks about the ${second} and for an answer before the end of the week. It is the second one this month, and the first has not been answered yet by anyone.`;
  return sampleSchema.parse({ id: `s-${index}`, evidence: { format: 'text', text } });
}

/** A run of many samples of one decision, and a large file of samples. */
export async function run(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-run-'));
  try {
    return [...(await manySamples(folder)), ...(await largeFile(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function manySamples(folder: string): Promise<Figure[]> {
  const all = Array.from({ length: samples }, (_, index) => sampleOf(index));
  const summary = await runThem(folder, all);
  const { tokens_evaluated, tokens_reused, wall_seconds } = summary.run;

  const scorer = await openScorer({ modelPath, settings: engine });
  try {
    let fresh = 0;
    for (const [index, sample] of all.entries()) {
      const report = await scorer.prompt(askSample(sample, question), settings);
      fresh += index === 0 ? report.tokens.length : afterSharedPart(report);
    }
    const budget = { maxPromptTokens: 2048 };
    const other = { kind: 'choice', question: 'Which?', options: question.options } as const;
    let seconds = 0;
    for (const sample of all.slice(0, alone)) {
      // Pushes out what the sample before has left.
      await scorer.score([askSample(sampleOf(9_999), other)], settings, budget);
      const began = performance.now();
      const [result] = await scorer.score([askSample(sample, question)], settings, budget);
      seconds += (performance.now() - began) / 1000;
      if (result?.timing.reused_tokens !== 0)
        throw new Error('Something was reused that should be scored from nothing');
    }
    const name = `run of ${samples} samples of one decision`;
    return [
      {
        name: `${name}: evaluated / new tokens (${tokens_evaluated} of ${tokens_evaluated + tokens_reused})`,
        value: tokens_evaluated / fresh,
        unit: 'ratio',
        limit: newLimit,
      },
      {
        name: `${name}: wall time / each from nothing`,
        value: wall_seconds / samples / (seconds / alone),
        unit: 'ratio',
      },
      { name: `${name}: a sample`, value: (wall_seconds / samples) * 1000, unit: 'ms' },
    ];
  } finally {
    await scorer.dispose();
  }
}

/** Tokens behind the end of the options: the evidence, and what stands around it. */
function afterSharedPart({ prompt, tokens }: PromptReport): number {
  let at = 0;
  const before = tokens.findIndex(({ text }) => {
    at += text.length;
    return at > prompt.sharedEnd;
  });
  return tokens.length - before;
}

/** The whole way of a run: store, job, engine, rows. */
async function runThem(folder: string, all: readonly Sample[]) {
  const workbench = await openWorkbench({
    kind: 'browser',
    version: '0.0.0',
    workspaceFolder: join(folder, 'workspace'),
    modelsFolder: join(folder, 'models'),
    pickModelFiles: null,
    tryModel: async () => ({ outcome: 'fine' }),
  });
  try {
    const client = createRouterClient(workbench.router, { context: {} });
    const { set } = await client.samples.create({
      name: 'Bench',
      binding: { kind: 'bound', decision: null, question },
    });
    await client.samples.edit({ id: set.id, edits: all.map((sample) => ({ edit: 'add', sample })) });
    const { prompt_version, readout, template, order } = settings;
    const configuration: RunConfiguration = {
      name: 'question first',
      model_path: modelPath,
      scoring: { prompt_version, readout, template, order, temperature: null, configuration: null },
      question: null,
      engine,
    };
    await client.runs.start({ set_id: set.id, part: 'all', configurations: [configuration] });
    for (;;) {
      const [summary] = await client.runs.list();
      if (summary?.run.state === 'done') return summary;
      if (summary?.run.state === 'failed') throw new Error(summary.run.fault?.message);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  } finally {
    await workbench.close();
  }
}

/** Import of a large CSV file, and opening the set, against papaparse alone on the same text. */
async function largeFile(folder: string): Promise<Figure[]> {
  const labels = question.options.map(({ id }) => id);
  const lines = Array.from({ length: rows }, (_, index) => {
    const { id, evidence } = sampleOf(index);
    return `${id},"${evidence.text}",${labels[index % 3]}`;
  });
  const text = `id,text,label\n${lines.join('\n')}\n`;
  const source = { name: 'large.csv', bytes: new TextEncoder().encode(text) };

  const parsed: { rows: number } = { rows: 0 };
  const papa = await secondsOf(async () => {
    parsed.rows = Papa.parse(text, { header: true, skipEmptyLines: true }).data.length;
  });
  if (parsed.rows !== rows) throw new Error(`papaparse read ${parsed.rows} rows`);

  const open = () => openWorkspace(diskFileSystem, join(folder, 'large'), 'the bench', () => undefined);
  const first = await open();
  let id = '';
  const imported = await secondsOf(async () => {
    const target = { kind: 'bound', decision: null, question } as const;
    const { samples: read, report } = await importSamples(source, target, noChoices);
    if (!report.ready || report.used !== rows) throw new Error('The file was not read whole');
    const { binding } = report;
    if (binding === null) throw new Error('The file has no binding');
    ({ id } = await (await openSamples(first, machineOrigin)).create({ name: 'Large', binding }, read));
  });
  await first.close();

  const second = await open();
  const opened = await secondsOf(async () => {
    const { set, samples: loaded } = await (await openSamples(second, machineOrigin)).load(id);
    const view = await buildSetView(set, loaded.values(), createPacer());
    await querySamples(
      view,
      { search: '', label: 'any', part: 'any', only: 'all', sort: 'id' },
      new Map(),
      createPacer(),
    );
  });
  await second.close();
  const name = `${rows} CSV rows`;
  return [
    { name: `${name}: import into a set / papaparse alone`, value: imported / papa, unit: 'ratio' },
    { name: `${name}: import into a set`, value: imported, unit: 's' },
    { name: `${name}: opening the set / papaparse alone`, value: opened / papa, unit: 'ratio' },
    { name: `${name}: opening the set`, value: opened, unit: 's' },
  ];
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
