import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { runCli } from '../../workbench/cli/run-cli.ts';
import { openFileIndex } from '../../workbench/models/file-index.ts';
import { stampFile } from '../../workbench/models/stamp-file.ts';
import { fakeTerminal } from '../stand-ins/fake-terminal.ts';
import {
  commandLineProgram,
  programsAreBuilt,
  type RunningServer,
  runProgram,
  untilReady,
} from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';

const KEY = 'a-key-that-nobody-may-find-4711';
const options = ['billing', 'access'];
const decision = {
  id: 'd',
  state: 'Any evidence.',
  question: 'Which queue?',
  options: options.map((id) => ({ id, description: `About ${id}.` })),
};
const lines = Array.from(
  { length: 12 },
  (_, index) => `s${index},Message ${index * 7919} about things.,${options[index % 2]}`,
);

/** As much of a JSON report as is looked at. */
const reportSchema = z.looseObject({
  n: z.number(),
  remarks: z.array(z.string()),
  configurations: z.array(
    z.looseObject({
      configuration: z.string(),
      failed: z.number(),
      flips: z.number().nullable(),
      mean_total_variation: z.number().nullable(),
      p50_ratio: z.number().nullable(),
      cost_per_1000_usd: z.number().nullable(),
      scored_elsewhere: z.string().nullable(),
      facts: z.record(z.string(), z.unknown()),
    }),
  ),
});

describe.skipIf(!programsAreBuilt())('evaluate at a server that runs (skipped when dist/ is missing)', () => {
  let server: RunningServer;
  let folder = '';
  beforeAll(async () => {
    folder = temporaryFolder(afterAll);
    writeFileSync(join(folder, 'decision.json'), JSON.stringify(decision));
    writeFileSync(join(folder, 'tickets.csv'), `id,text,label\n${lines.join('\n')}\n`);
    mkdirSync(join(folder, 'models'));
    const stamp = await stampFile(tinyPaths.llama);
    if (stamp !== null) await openFileIndex(join(folder, 'models')).remember(tinyPaths.llama, stamp, { tried: true });
    const args = [
      'serve',
      '--model',
      tinyPaths.llama,
      '--port',
      '0',
      '--threads',
      '1',
      '--context',
      '512',
      '--key',
      KEY,
    ];
    server = await untilReady(runProgram(commandLineProgram, args), 'err');
  });
  afterAll(async () => {
    server?.child.kill('SIGTERM');
    await server?.ended;
  });

  async function evaluate(...own: string[]) {
    const terminal = {
      ...fakeTerminal(folder),
      env: { DECISION_WORKBENCH_MODELS: join(folder, 'models'), FAR_KEY: KEY },
    };
    const reading = ['--decision', 'decision.json', '--map', 'evidence=text', '--map', 'label=label', '--map', 'id=id'];
    const where = ['--url', server.url, '--key-variable', 'FAR_KEY', '--workspace', join(folder, 'workspace')];
    const code = await runCli(['evaluate', 'tickets.csv', ...reading, ...where, '--json', ...own], terminal);
    return { code, ...terminal.written };
  }

  it('gives the numbers of the model here, says what left and what it cost, and keeps no key', async () => {
    const tiny = ['--model', tinyPaths.llama, '--threads', '1', '--context', '512'];
    const { code, out, err } = await evaluate(...tiny, '--price-per-hour', '3.6');
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toContain(`12 samples are sent to ${new URL(server.url).host}`);
    const report = reportSchema.parse(JSON.parse(out));
    expect(report.n).toBe(12);
    const there = report.configurations.find(({ scored_elsewhere }) => scored_elsewhere?.startsWith('yes'));
    const here = report.configurations.find(({ scored_elsewhere }) => scored_elsewhere === 'no');
    expect([here?.failed, there?.failed]).toEqual([0, 0]);
    const candidate = report.configurations.find(({ flips }) => flips !== null);
    expect(candidate?.flips).toBe(0);
    // One code on one machine: the same bits, but for the scaling of a sum to 1.
    expect(candidate?.mean_total_variation).toBeLessThan(1e-12);
    expect(here?.cost_per_1000_usd).toBeNull();
    expect(there?.cost_per_1000_usd).toBeGreaterThan(0);
    expect(there?.facts.device).toBe(String(here?.facts.device).replace(/^\w+, /, ''));
    expect(report.remarks.join(' ')).toContain('latency includes the network');
    expect(report.remarks.join(' ')).not.toContain('run-time differences');
    for (const text of [out, err, ...filesBelow(join(folder, 'workspace'))]) expect(text).not.toContain(KEY);
  });

  it('asks the same server over the System One interface', async () => {
    const { code, out, err } = await evaluate('--system-one', 'default');
    expect({ code, err }).toMatchObject({ code: 0 });
    const [only] = reportSchema.parse(JSON.parse(out)).configurations;
    expect(only).toMatchObject({ failed: 0, scored_elsewhere: 'yes, latency with the network' });
  });

  it('ends with the words of the server when the key is wrong', async () => {
    const terminal = {
      ...fakeTerminal(folder),
      env: { FAR_KEY: 'another', DECISION_WORKBENCH_MODELS: join(folder, 'models') },
    };
    const reading = ['--decision', 'decision.json', '--map', 'evidence=text', '--map', 'label=label', '--map', 'id=id'];
    const code = await runCli(
      ['evaluate', 'tickets.csv', ...reading, '--url', server.url, '--key-variable', 'FAR_KEY'],
      terminal,
    );
    expect(code).not.toBe(0);
    expect(terminal.written.err).toContain('The key of this server is missing or wrong');
  });
});

/** The texts of all files in a folder and below it. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
}
