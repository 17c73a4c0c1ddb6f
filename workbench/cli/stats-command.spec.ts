import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { golden, goldenLines } from '../../fixtures/golden/statistics.ts';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { runCli } from './run-cli.ts';

async function stats(args: string[], files: Record<string, string | Uint8Array>, input = '') {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const terminal = fakeTerminal(folder, input);
  const code = await runCli(['stats', ...args], terminal);
  return { code, ...terminal.written };
}

const both = { 'a.jsonl': goldenLines('a').join('\n'), 'b.jsonl': goldenLines('b').join('\r\n') };

/** Each number of the reference against the number at the same place; returns how many there were. */
function compareNumbers(actual: unknown, reference: unknown, path: string): number {
  if (typeof reference === 'number') {
    expect(Math.abs(Number(actual) - reference), path).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(reference), 1e-6));
    return 1;
  }
  if (reference === null || typeof reference !== 'object') return 0;
  const found = new Map(Object.entries(actual ?? {}));
  return Object.entries(reference)
    .filter(([key]) => !key.startsWith('bootstrap_'))
    .reduce((sum, [key, value]) => sum + compareNumbers(found.get(key), value, `${path}.${key}`), 0);
}

describe('stats', () => {
  it('writes every reference value as JSON, and what a repetition needs', async () => {
    const targets = ['--target', '0.9', '--target', '0.95', '--target', '0.999'];
    const more = ['--ordered', '--seed', '7', '--draws', '20000'];
    const { code, out, err } = await stats(['a.jsonl', 'b.jsonl', '--json', ...targets, ...more], both);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    const counts = (['a', 'b', 'paired'] as const).map((part) => compareNumbers(report[part], golden[part], part));
    expect(Math.min(...counts)).toBeGreaterThan(9);
    const tolerance = Object(golden.paired.bootstrap_tolerance);
    for (const name of ['brier', 'log_loss', 'accuracy']) {
      const key = `bootstrap_${name}_difference_95`;
      const [low, high] = Object(golden.paired[key]);
      expect(Math.abs(report.paired[key][0] - low), key).toBeLessThanOrEqual(tolerance[name]);
      expect(Math.abs(report.paired[key][1] - high), key).toBeLessThanOrEqual(tolerance[name]);
    }
    expect(report).toMatchObject({
      made_by: { program: expect.any(String), version: expect.any(String) },
      inputs: [{ file: 'a.jsonl', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }, { file: 'b.jsonl' }],
      settings: { seed: 7, draws: 20_000, ordered: true, by_group: false, targets: [0.9, 0.95, 0.999] },
      options: golden.options,
    });
  });

  it('shows a table and a sentence to people', async () => {
    const { code, out } = await stats(['a.jsonl', 'b.jsonl', '--target', '0.999', '--bins', '7'], both);
    expect(code).toBe(0);
    const { accuracy } = golden.a;
    expect(out).toContain(Number(accuracy).toFixed(3));
    expect(out).toContain('not attainable with these samples');
    expect(out).toMatch(/accuracy of a\.jsonl minus that of b\.jsonl: [+−]0\.\d{3} \[/);
    expect(out).toContain('the first with the second as baseline: ');
  });

  it('reads one file from standard input', async () => {
    const { code, out } = await stats(['-', '--json'], {}, goldenLines('a').slice(0, 30).join('\n'));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ n: 30, a: { support: expect.any(Array) } });
    expect(JSON.parse(out)).not.toHaveProperty('paired');
  });

  it.each([
    ['a line without a label', '{"id":"1","probabilities":{"x":0.5,"y":0.5}}', ['A:1: label']],
    ['other options', `${goldenLines('a')[0]}\n{"id":"z","label":"x","probabilities":{"x":0.5,"y":0.5}}`, ['A:2']],
    ['no JSON', `${goldenLines('a')[0]}\nnot json`, ['2']],
    ['nothing', '', ['holds no predictions']],
  ])('refuses %s with exit code 2 and the place', async (_, text, words) => {
    const { code, out, err } = await stats(['A'], { A: text });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const word of words) expect(err).toContain(word);
  });

  it('refuses files that do not belong together, with where', async () => {
    const { code, err } = await stats(['a.jsonl', 'b.jsonl'], {
      ...both,
      'b.jsonl': goldenLines('b').slice(1).join('\n'),
    });
    expect(code).toBe(2);
    expect(err).toContain('s000');
  });

  it.each([[['--target', '1.5']], [['--bins', '0']], [['--draws', 'many']], [['--draws', '10']], [['--seed', '-1']]])(
    'refuses %j',
    async (args) => {
      expect(await stats(['a.jsonl', ...args], both)).toMatchObject({ code: 2, out: '' });
    },
  );

  it('refuses a file that is missing, or no UTF-8', async () => {
    expect(await stats(['none.jsonl'], {})).toMatchObject({ code: 2, err: expect.stringContaining('none.jsonl') });
    const latin = Buffer.from((goldenLines('a')[0] ?? '').replace('s000', 'caf\u00e9'), 'latin1');
    expect(await stats(['a.jsonl'], { 'a.jsonl': latin })).toMatchObject({
      code: 2,
      err: expect.stringContaining('UTF-8'),
    });
  });
});
