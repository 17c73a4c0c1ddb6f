import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { openFileIndex } from '../models/file-index.ts';
import { stampFile } from '../models/stamp-file.ts';
import { runCli } from './run-cli.ts';

const options = ['billing', 'access'];
const decision = {
  id: 'd',
  state: 'Any evidence.',
  question: 'Which queue?',
  options: options.map((id) => ({ id, description: `About ${id}.` })),
};
const samples = Array.from({ length: 24 }, (_, index) => ({
  id: `s${index}`,
  text: `Message number ${index * 7919} about ${index % 3 === 0 ? 'an invoice' : 'a password'}.`,
  label: options[index % 2],
}));
const table = `id,text,label\n${samples.map(({ id, text, label }) => `${id},${text},${label}`).join('\n')}\n`;
const tiny = ['--model', tinyPaths.llama, '--threads', '1', '--context', '512'];
const reading = ['--decision', 'decision.json', '--map', 'evidence=text', '--map', 'label=label', '--map', 'id=id'];

async function setUp() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'decision.json'), JSON.stringify(decision));
  writeFileSync(join(folder, 'tickets.csv'), table);
  const models = join(folder, 'models');
  mkdirSync(models);
  // Known to load, so that no process of its own is needed, which only a built program has.
  for (const path of [tinyPaths.llama, tinyPaths.slidingWindow]) {
    const stamp = await stampFile(path);
    if (stamp !== null) await openFileIndex(models).remember(path, stamp, { tried: true });
  }
  const controller = new AbortController();
  return {
    /** What the runs of the workspace say on disk. */
    runStates: () => {
      const home = join(folder, '.local/share/decision-workbench/workspace/runs');
      return readdirSync(home).map((id) => JSON.parse(readFileSync(join(home, id, 'run.json'), 'utf8')).state);
    },
    abort: () => controller.abort(),
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    async run(...args: string[]) {
      const terminal = {
        ...fakeTerminal(folder),
        env: { DECISION_WORKBENCH_MODELS: models },
        signal: controller.signal,
      };
      const code = await runCli(args, terminal);
      return { code, ...terminal.written };
    },
  };
}

describe('evaluate', () => {
  it('scores a file of labels with several configurations, reports, and leaves nothing behind', async () => {
    const { run } = await setUp();
    const args = ['evaluate', 'tickets.csv', ...reading, ...tiny, '--readout', 'texts', '--readout', 'letters'];
    const { code, out } = await run(...args, '--json', '--min-accuracy', '0');
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      n: 24,
      options,
      about: {
        sample_set: 'tickets.csv',
        sample_set_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        made_by: expect.stringContaining('decision-workbench'),
      },
    });
    const [, letters] = report.configurations;
    const differing = letters.differences.map(({ what }: { what: string }) => what);
    expect(differing).toEqual(expect.arrayContaining(['readout', 'prompt']));
    expect(differing).not.toContain('model SHA-256');
    expect(differing).not.toContain('run');
    const names = report.configurations.map((one: { configuration: string }) => one.configuration);
    expect(names).toEqual(['tiny-llama · texts', 'tiny-llama · letters']);
    for (const { facts, records, n, failed } of report.configurations) {
      expect(records).toMatchObject({ run: expect.any(String), drift: '0 over 20 samples' });
      expect({ n, failed }).toEqual({ n: 24, failed: 0 });
      for (const name of ['model SHA-256', 'configuration SHA-256', 'engine', 'device', 'threads', 'host']) {
        expect(facts[name], name).toEqual(expect.anything());
      }
    }
    expect((await run('export', 'tickets.csv', 'a.json')).err).toContain('there is no sample set yet');
    // The same again gives the same figures to the last digit.
    const again = JSON.parse((await run(...args, '--json')).out);
    expect(again.rows).toEqual(report.rows);
    expect(again.configurations[0].log_loss).toBe(report.configurations[0].log_loss);
  });

  it('fails a pipeline when a demand is not shown, with the interval in words', async () => {
    const { run } = await setUp();
    const { code, out, err } = await run('evaluate', 'tickets.csv', ...reading, ...tiny, '--min-accuracy', '0.99');
    expect(code).toBe(4);
    expect(out).toMatch(/^configuration +size/);
    expect(err).toMatch(/tiny-llama: accuracy at least 0\.99 is not shown: 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\]\./);
  });

  it('goes with sets, runs and configurations of a workspace: compare, calibrate, verify', async () => {
    const { run, read } = await setUp();
    expect(await run('import', 'tickets.csv', '--set', 'tickets', ...reading)).toMatchObject({ code: 0, err: '' });
    const two = ['--model', tinyPaths.slidingWindow, ...tiny];
    expect(await run('evaluate', '--set', 'tickets', ...two, '--output', 'report.html')).toMatchObject({
      code: 0,
      out: '',
    });
    expect(read('report.html')).toContain('Comparison on tickets');
    const compared = JSON.parse((await run('compare', '--set', 'tickets', '--json')).out);
    expect(compared.configurations).toHaveLength(2);
    expect(compared.good_enough).toMatch(/smallest file|Not shown for any smaller file/);

    const fitted = await run('calibrate', 'tiny-llama', '--temperature', '--confidence', '0.5', '--output', 'c.json');
    expect(fitted).toMatchObject({ code: 0, err: expect.stringMatching(/^Saved as [0-9a-f]{64}/) });
    expect(fitted.out).toMatch(/^tune \(optimistic\) /m);
    expect(JSON.parse(read('c.json'))).toMatchObject({ name: 'c' });
    const unreached = await run('calibrate', 'tiny-llama', '--target', '0.999');
    expect(unreached).toMatchObject({ code: 4, err: '' });
    const unsaved = await run('calibrate', 'tiny-llama', '--target', '0.999', '--output', 'none.json');
    expect(unsaved).toMatchObject({ code: 4, out: unreached.out, err: expect.stringMatching(/^Nothing was saved/) });
    expect(() => read('none.json')).toThrow('ENOENT');

    const under = await run('evaluate', '--set', 'tickets', ...tiny, '--configuration', 'c.json', '--json');
    expect(under.code).toBe(0);
    const [one] = JSON.parse(under.out).configurations;
    expect(one.configuration).toBe('tiny-llama · c');
    expect(one.facts['saved configuration']).toMatch(/^[0-9a-f]{64}$/);

    const verified = await run('verify', 'c.json', 'tiny-llama', '--json');
    expect(JSON.parse(verified.out)).toMatchObject({ holds: expect.any(String), figures: { n: expect.any(Number) } });
    expect(verified.code).toBe(JSON.parse(verified.out).holds === 'holds' ? 0 : 4);
    const other = await run('verify', 'c.json', 'tiny-sliding-window');
    expect(other).toMatchObject({ code: 2, out: '', err: expect.stringContaining('configuration') });
  });

  it('scores a mixed set, each row with its own options', async () => {
    const { run, write } = await setUp();
    const row = (id: string, question: string, ids: string[], label: string) =>
      JSON.stringify({
        id,
        evidence: `Evidence ${id}.`,
        label,
        decision: { question, options: ids.map((option) => ({ id: option, description: '' })) },
      });
    const rows = [row('1', 'Which?', ['red', 'green'], 'green'), row('2', 'What?', ['cat', 'dog', 'owl'], 'owl')];
    write('mixed.jsonl', `${rows.join('\n')}\n`);
    const { code, out, err } = await run('evaluate', 'mixed.jsonl', '--mixed', ...tiny, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [one] = JSON.parse(out).configurations;
    expect(one).toMatchObject({ n: 2, failed: 0, majority_share: null, constant_answer: null, brier_skill: null });
    expect(one.chance).toBeCloseTo((1 / 2 + 1 / 3) / 2, 12);
    expect(one.mixed.all.chance).toBe(one.chance);
    expect(one.mixed.by_option_count).toMatchObject([
      { options: 2, n: 1 },
      { options: 3, n: 1 },
    ]);
    expect(one.jevbench).toBeNull();
  });

  it('reports tasks of JevBench by its own rules', async () => {
    const { run, write } = await setUp();
    const task = (id: string, state: string, split: string) =>
      JSON.stringify({
        id,
        state,
        question: { type: 'noul', instructions: 'Is it urgent?', criteria: null },
        labels: ['no', 'yes'],
        expected: 'no',
        split,
      });
    const long = task('long', 'word '.repeat(3000), 'hard');
    write('tasks.jsonl', `${[task('one', 'Is it?', 'public'), task('two', 'Not now.', 'public'), long].join('\n')}\n`);
    const { code, out } = await run('evaluate', 'tasks.jsonl', '--mixed', ...tiny, '--json');
    expect(code).toBe(0);
    const [one] = JSON.parse(out).configurations;
    const { all, failed, by_split, by_type, p50_seconds } = one.jevbench;
    // Too long for the context: it failed, and counts as wrong.
    expect({ failed, total: all.total }).toEqual({ failed: 1, total: 3 });
    expect(by_split).toMatchObject([
      { split: 'hard', right: 0, total: 1 },
      { split: 'public', total: 2 },
    ]);
    expect(by_type).toMatchObject([{ type: 'noul', total: 3 }]);
    expect(p50_seconds).toBeGreaterThan(0);
    expect(one.mixed.all.n).toBe(2);
    const shown = await run('evaluate', 'tasks.jsonl', '--mixed', ...tiny);
    expect(shown.out).toContain('by the rules of JevBench');
    expect(shown.out).toContain('split public');
  });

  it('shows why, when no sample could be scored', async () => {
    const { run, write } = await setUp();
    write('long.csv', `text,label\n${'word '.repeat(3000)},billing\n${'other '.repeat(3000)},access\n`);
    const map = ['--decision', 'decision.json', '--map', 'evidence=text', '--map', 'label=label'];
    const { code, out, err } = await run('evaluate', 'long.csv', ...map, ...tiny);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('tokens');
  });

  it('is cancelled by Ctrl-C; what a workspace has scored until then is kept', async () => {
    const { run, abort, runStates } = await setUp();
    await run('import', 'tickets.csv', '--set', 'tickets', ...reading);
    setTimeout(abort, 150);
    const many = Array.from({ length: 8 }, () => ['--readout', 'texts']).flat();
    expect(await run('evaluate', '--set', 'tickets', ...tiny, ...many)).toMatchObject({ code: 130, out: '' });
    const runs = runStates();
    expect(runs).toHaveLength(8);
    expect(runs).toContain('paused');
    expect(runs.filter((state) => state !== 'paused' && state !== 'done')).toEqual([]);
  });

  it('says which model is missing, and asks nothing of a file that is clear', async () => {
    const { run } = await setUp();
    const missing = await run('evaluate', 'tickets.csv', ...reading, '--model', 'none.gguf');
    expect(missing).toMatchObject({ code: 3, out: '', err: expect.stringContaining('none.gguf') });
  });
});
