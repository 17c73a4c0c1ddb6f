import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { starterIsHere, starterPath, tinyPaths } from '../../fixtures/models/model-files.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, 'dist/cli/main.js');
const examples = join(root, 'fixtures/decisions');

/** Whether the built program can be tried. Where `CI` is set, a missing one is an error. */
function isBuilt(): boolean {
  if (existsSync(program) && existsSync(join(root, 'dist/renderer/index.html'))) return true;
  if (process.env.CI) throw new Error(`${program} is missing: build first (npm run build).`);
  return false;
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function start(args: string[], env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const child: ChildProcess = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      DECISION_WORKBENCH_MODELS: join(root, '.cache/models'),
      DECISION_WORKBENCH_WORKSPACE: join(folder, 'workspace'),
      ...env,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { out: '', err: '' };
  child.stdout?.on('data', (data) => {
    written.out += data;
  });
  child.stderr?.on('data', (data) => {
    written.err += data;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, ...written })));
  return { child, written, ended };
}

async function run(args: string[], input = ''): Promise<Ended> {
  const { child, ended } = start(args);
  child.stdin?.end(input);
  return ended;
}

const tiny = ['--model', tinyPaths.llama, '--threads', '1', '--context', '1024'];

describe.skipIf(!isBuilt())('the built program (skipped when dist/ is missing)', () => {
  it('scores a file as bars and as JSON, with the same numbers', async () => {
    const file = join(examples, 'support-ticket.json');
    const text = await run(['score', file, ...tiny]);
    expect(text).toMatchObject({ code: 0, err: '' });
    const { code, out } = await run(['score', file, ...tiny, '--json']);
    expect(code).toBe(0);
    const result = JSON.parse(out);
    expect(result.option_ids).toEqual(['account_access', 'billing', 'sales']);
    expect(result.probabilities.reduce((sum: number, one: number) => sum + one, 0)).toBeCloseTo(1, 12);
    for (const [index, id] of result.option_ids.entries()) {
      expect(text.out).toMatch(new RegExp(`^  ${id} +[█░]{28}  ${result.probabilities[index].toFixed(2)}$`, 'm'));
    }
    expect(text.out).toContain('tiny-llama.gguf · texts · ');
  });

  it('scores JSONL from standard input, a result a line, each as by itself', async () => {
    const line = readFileSync(join(examples, 'support-ticket.json'), 'utf8').trim();
    const both = await run(['score', '-', ...tiny, '--json'], `${line}\n{"decisions":[${line}]}\n`);
    expect(both).toMatchObject({ code: 0, err: '' });
    const [first, second, ...more] = both.out
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one));
    expect(more).toEqual([]);
    expect(second.results[0].option_logits).toEqual(first.option_logits);
  });

  it('uses the settings that were asked for', async () => {
    const file = join(examples, 'support-ticket.json');
    const args = [
      'score',
      file,
      ...tiny,
      '--readout',
      'letters',
      '--order',
      'both-ways',
      '--temperature',
      '3',
      '--json',
    ];
    const { out } = await run(args);
    const result = JSON.parse(out);
    expect(result).toMatchObject({ x_readout: 'letters', prompt_version: 'direct-options-v1', model: { threads: 1 } });
    expect(result.x_orders).toHaveLength(2);
    const long = await run(['score', join(examples, 'council-minutes.json'), ...tiny]);
    expect(long).toMatchObject({ code: 2, out: '' });
    expect(long.err).toContain('1,024 tokens');
  });

  it('stops quietly when nobody reads its results', async () => {
    const { child, ended } = start(['models', 'list']);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it('stops working when the reader of its results has had enough, and calls that no failure', async () => {
    const line = readFileSync(join(examples, 'support-ticket.json'), 'utf8').trim().replaceAll('\n', ' ');
    const { child, written, ended } = start(['score', '-', ...tiny, '--json']);
    child.stdin?.end(`${line}\n`.repeat(2000));
    await vi.waitFor(() => expect(written.out).toContain('\n'), 60_000);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 0, err: '' });
    expect(written.out.split('\n').length).toBeLessThan(1000);
  });

  it('ends on Ctrl-C while it loads or scores, in order', async () => {
    const { child, ended } = start(['score', join(examples, 'call-notes.json'), ...tiny]);
    setTimeout(() => child.kill('SIGINT'), 400);
    expect(await ended).toMatchObject({ code: 130, out: '', err: expect.stringContaining('cancelled') });
  });

  it('ends on Ctrl-C while it waits for input that does not come', async () => {
    const { child, ended } = start(['score', '-', ...tiny]);
    setTimeout(() => child.kill('SIGINT'), 1500);
    expect(await ended).toMatchObject({ code: 130, out: '', err: expect.stringContaining('cancelled') });
  });

  it('refuses a damaged model with its name', async () => {
    const { code, err } = await run(['score', join(examples, 'support-ticket.json'), '--model', program]);
    expect(code).toBe(3);
    expect(err).toContain('main.js');
  });
});

describe.skipIf(!isBuilt() || !starterIsHere())('the app (skipped when dist/ or the starter is missing)', () => {
  it('checks itself: prints an address and the example’s bars, and ends', async () => {
    const { code, out } = await run(['app', '--check']);
    expect(code).toBe(0);
    expect(out).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\?token=/);
    expect(out).toMatch(/^ {2}account_access {2}█+░* {2}0\.\d\d$/m);
    expect(out).toContain(starterPath.split('/').at(-1));
  });

  it('fails its check with words and exit code 3 when there is no model', async () => {
    const { child, ended } = start(['app', '--check'], { DECISION_WORKBENCH_MODELS: temporaryFolder() });
    child.stdin?.end();
    expect(await ended).toMatchObject({ code: 3, err: expect.stringContaining('models fetch starter') });
  });

  it('stays open, prints a further address for a line, and closes when asked', async () => {
    const { child, written, ended } = start(['app']);
    await vi.waitFor(() => expect(written.out).toMatch(/uncalibrated/), 60_000);
    child.stdin?.write('\n');
    await vi.waitFor(() => expect(written.out.match(/token=/g)).toHaveLength(2), 5000);
    const [first, second] = written.out.match(/http:\S+/g) ?? [];
    expect(first).not.toBe(second);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  });
});
