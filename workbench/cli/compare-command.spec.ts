import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { golden, goldenLines } from '../../fixtures/golden/statistics.ts';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { runCli } from './run-cli.ts';

function setUp(files: Record<string, string>) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return {
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    async run(...args: string[]) {
      const terminal = fakeTerminal(folder);
      const code = await runCli(['compare', ...args], terminal);
      return { code, ...terminal.written };
    },
  };
}

const ungrouped = (side: 'a' | 'b') =>
  goldenLines(side)
    .map((line) => line.replace(/,"group":"[^"]*"/, ''))
    .join('\n');
const both = { 'b.jsonl': ungrouped('b'), 'a.jsonl': ungrouped('a') };

describe('compare, on files of predictions', () => {
  it('gives the reference values as JSON, with what a repetition needs', async () => {
    const { run } = setUp(both);
    const { code, out, err } = await run('b.jsonl', 'a.jsonl', '--json', '--seed', '7', '--draws', '20000');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    const { newcombe10, mcnemar_exact_p, flips } = Object(golden.paired);
    expect(report).toMatchObject({
      n: 240,
      options: golden.options,
      settings: { seed: 7, draws: 20_000, margin: 0.02, resampled: 'samples' },
      about: { made_by: expect.stringMatching(/^decision-workbench \d/) },
    });
    const [baseline, candidate] = report.configurations;
    expect(baseline).toMatchObject({ configuration: 'b.jsonl', role: 'baseline', verdict: 'baseline' });
    expect(baseline.facts['file SHA-256']).toBe(createHash('sha256').update(both['b.jsonl']).digest('hex'));
    expect(baseline.accuracy).toBeCloseTo(Number(golden.b.accuracy), 12);
    expect(candidate.accuracy).toBeCloseTo(Number(golden.a.accuracy), 12);
    expect(candidate.log_loss).toBeCloseTo(Number(golden.a.log_loss), 9);
    expect(candidate.brier).toBeCloseTo(Number(golden.a.brier), 9);
    expect(candidate.difference).toBeCloseTo(newcombe10.difference, 9);
    expect(candidate.difference_low).toBeCloseTo(newcombe10.low, 9);
    expect(candidate.difference_high).toBeCloseTo(newcombe10.high, 9);
    for (const measure of ['brier', 'log_loss'] as const) {
      const [low, high] = Object(golden.paired[`bootstrap_${measure}_difference_95`]);
      const tolerance = Object(golden.paired.bootstrap_tolerance)[measure];
      expect(Math.abs(candidate[`${measure}_difference_low`] - low)).toBeLessThanOrEqual(tolerance);
      expect(Math.abs(candidate[`${measure}_difference_high`] - high)).toBeLessThanOrEqual(tolerance);
    }
    expect(candidate.ece_difference).toBeCloseTo(candidate.ece - baseline.ece, 12);
    expect(candidate.aurc_difference).toBeCloseTo(Object(golden.a.selective).aurc - Object(golden.b.selective).aurc, 9);
    expect(baseline.ece_difference).toBeNull();
    expect(candidate.mcnemar_p).toBeCloseTo(mcnemar_exact_p, 9);
    expect(candidate.flips).toBe(flips);
    expect(candidate.differences).toContainEqual({ what: 'file', baseline: 'b.jsonl', candidate: 'a.jsonl' });
    expect(report.rows).toHaveLength(240);
  });

  it('writes tables, Markdown, CSV and HTML, chosen by the file’s name', async () => {
    const { run, read } = setUp(both);
    for (const name of ['r.md', 'r.csv', 'r.html', 'r.json', 'r.txt']) {
      expect(await run('a.jsonl', 'b.jsonl', '--output', name)).toMatchObject({ code: 0, out: '', err: '' });
    }
    expect(read('r.md')).toMatch(/^\| b\.jsonl \| – \| 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\] \| [+−]0\.\d{3} \[/m);
    expect(read('r.md')).toContain('## To repeat it');
    const [head = '', ...lines] = read('r.csv').trimEnd().split('\r\n');
    expect(head.split(',')).toEqual(
      expect.arrayContaining(['configuration', 'accuracy', 'accuracy_low', 'seed', 'file SHA-256']),
    );
    expect(lines).toHaveLength(2);
    expect(JSON.parse(read('r.json')).configurations).toHaveLength(2);
    expect(read('r.txt')).toMatch(/^configuration +size +accuracy/);
    expect(read('r.txt')).toContain('No compared file is smaller');
  });

  it('writes one HTML file that needs nothing from elsewhere, whatever a name holds', async () => {
    const evil = '<img src=x onerror=alert(1)>.jsonl';
    const row = (id: string, label: string) =>
      JSON.stringify({ id, label, probabilities: { '<script>': 0.75, 'a"b': 0.25 } });
    const { run } = setUp({ [evil]: [row('"><b>1', '<script>'), row('2', 'a"b')].join('\n') });
    const { code, out } = await run(evil, '--format', 'html');
    expect(code).toBe(0);
    expect(out).toContain('prefers-color-scheme: dark');
    expect(out).toContain("default-src 'none'");
    expect(out).not.toMatch(/<script|<img|<b>|<link|https?:|url\(|@import/);
    expect(out).toContain('&lt;script&gt;');
    expect(out).toContain('&lt;img src=x onerror=alert(1)&gt;.jsonl');
  });

  it('takes the baseline that was named, and says which there are when it is none', async () => {
    const { run } = setUp(both);
    const { out } = await run('a.jsonl', 'b.jsonl', '--baseline', 'b.jsonl', '--json');
    expect(JSON.parse(out).configurations[0].configuration).toBe('b.jsonl');
    const refused = await run('a.jsonl', 'b.jsonl', '--baseline', 'c.jsonl');
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('a.jsonl, b.jsonl') });
  });

  it('leaves out what one of them lacks, and says how many', async () => {
    const { run } = setUp({ ...both, 'b.jsonl': both['b.jsonl'].split('\n').slice(3).join('\n') });
    const { out } = await run('a.jsonl', 'b.jsonl', '--json');
    const report = JSON.parse(out);
    expect(report).toMatchObject({ n: 237, left_out: ['s000', 's001', 's002'] });
    expect(report.remarks.join(' ')).toContain('3 samples that some of them lack');
  });

  it('refuses other labels or options, with where', async () => {
    const relabelled = both['b.jsonl'].replace('"label":"billing"', '"label":"sales"');
    const { run } = setUp({ ...both, 'b.jsonl': relabelled, 'c.jsonl': both['a.jsonl'].replaceAll('sales', 'vente') });
    const labels = await run('a.jsonl', 'b.jsonl');
    expect(labels).toMatchObject({ code: 2, out: '' });
    expect(labels.err).toMatch(/label: s00\d/);
    expect(await run('a.jsonl', 'c.jsonl')).toMatchObject({ code: 2, err: expect.stringContaining('vente') });
  });

  it('says what a constant answerer looks like, and with three that Holm counts', async () => {
    const constant = both['a.jsonl'].split('\n').map((line) => {
      const { probabilities, ...rest } = JSON.parse(line);
      const keys = Object.keys(probabilities);
      return JSON.stringify({
        ...rest,
        probabilities: Object.fromEntries(keys.map((key, i) => [key, i === 0 ? 1 : 0])),
      });
    });
    const { run } = setUp({ ...both, 'constant.jsonl': constant.join('\n') });
    const { out } = await run('a.jsonl', 'b.jsonl', 'constant.jsonl');
    expect(out).toContain('constant.jsonl answers account_access on 100 % of samples.');
    expect(out).toContain('adjusted by Holm');
    expect(out).toMatch(/^constant\.jsonl .* worse$/m);
  });
});
