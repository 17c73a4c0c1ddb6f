import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { runCli } from './run-cli.ts';

/** A folder with files, and commands run in it one after the other. */
function setUp(files: Record<string, string | Uint8Array> = {}) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return {
    folder,
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    async run(...args: string[]) {
      const terminal = fakeTerminal(folder);
      const code = await runCli(args, terminal);
      return { code, ...terminal.written };
    },
  };
}

const table = 'text,answer\n"Charged twice, refund?",billing\nCannot log in,access\nWhat does it cost?,billing\n';
const importing = ['--set', 'tickets', '--question', 'Which queue?'];

describe('import and export', () => {
  it('stores a set with its report, and writes it back identically', async () => {
    const { run, read, folder } = setUp({ 'tickets.csv': table });
    const map = ['--map', 'evidence=text', '--map', 'label=answer'];
    const imported = await run('import', 'tickets.csv', ...importing, ...map, '--as', 'table');
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out).toContain('3: 3 labelled, 0 not');
    expect(imported.out).toContain('billing 2, access 1');
    expect(await run('export', 'tickets', 'first.json')).toMatchObject({ code: 0, err: '' });
    expect(await run('import', 'first.json', '--set', 'again')).toMatchObject({ code: 0, err: '' });
    // Another share of a document is taken over too.
    writeFileSync(join(folder, 'quarter.json'), read('first.json').replace('"tune_share": 0.5', '"tune_share": 0.25'));
    await run('import', 'quarter.json', '--set', 'quarter');
    await run('export', 'quarter', 'quarter-again.json');
    expect(JSON.parse(read('quarter-again.json')).tune_share).toBe(0.25);
    await run('export', 'tickets', 'first.jsonl');
    await run('export', 'again', 'second.jsonl');
    expect(read('second.jsonl')).toBe(read('first.jsonl'));
    const shown = await run('export', 'tickets', '--format', 'jsonl');
    expect(shown.out).toBe(read('first.jsonl'));
    expect(read('first.jsonl')).toContain('Charged twice, refund?');
  }, 30_000);

  it.each(['csv', 'jevl'])(
    'reads the support tickets that come with the product from %s without a further option',
    async (ending) => {
      const fixtures = join(import.meta.dirname, '../../fixtures');
      const { run } = setUp();
      const decision = ['--decision', join(fixtures, 'decisions/support-ticket.json')];
      const file = join(fixtures, `samples/support-tickets.${ending}`);
      const { code, out, err } = await run('import', file, '--set', 'x', ...decision, '--dry-run', '--json');
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(JSON.parse(out).report.used).toBeGreaterThan(150);
    },
  );

  it('stores nothing for a dry run', async () => {
    const { run } = setUp({ 'tickets.csv': table });
    const dry = await run('import', 'tickets.csv', ...importing, '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(JSON.parse(dry.out)).toMatchObject({ report: { used: 3, labelled: 3 }, set: null });
    expect(await run('export', 'tickets', 'a.json')).toMatchObject({ code: 2, err: expect.stringContaining('--set') });
  });

  it.each([
    ['a missing file', ['import', 'none.csv', ...importing], ['none.csv']],
    ['no question', ['import', 'tickets.csv', '--set', 'x'], ['--question']],
    ['two targets', ['import', 'tickets.csv', ...importing, '--mixed'], ['--decision']],
    ['an unknown role', ['import', 'tickets.csv', ...importing, '--map', 'colour=text'], ['--map', 'evidence, ']],
    ['rows without a question in a mixed set', ['import', 'tickets.csv', '--set', 'x', '--mixed'], ['--mixed']],
    ['an unknown format', ['import', 'tickets.csv', ...importing, '--as', 'pdf'], ['--as']],
    ['no name', ['import', 'tickets.csv'], ['--set']],
    [
      'labels that are no option',
      ['import', 'tickets.csv', '--set', 'x', '--decision', 'other.json'],
      ['--label', 'billing'],
    ],
    ['an export without a format', ['export', 'tickets'], ['--format']],
    ['Parquet on a screen', ['export', 'tickets', '--format', 'parquet'], ['FILE']],
    ['an evaluation of nothing', ['evaluate'], ['--set']],
    ['an evaluation of a set that is not there', ['evaluate', '--set', 'x', '--model', 'a.gguf'], ['--set']],
    ['a readout that is none', ['evaluate', 'tickets.csv', '--readout', 'words'], ['letters, texts']],
    ['a comparison of nothing', ['compare'], ['WHAT']],
    ['a run that is not there', ['compare', 'x'], ['RUN', 'there is no run yet']],
    ['too few draws', ['compare', 'x', '--draws', '10'], ['2000']],
    ['a target of 1', ['calibrate', 'x', '--target', '1'], ['between 0 and 1']],
    ['two rules', ['calibrate', 'x', '--per-option', '0.9', '--confidence', '0.5'], ['--per-option']],
    ['costs that are none', ['calibrate', 'x', '--costs', 'tickets.csv'], ['--costs', 'abstain']],
    ['a configuration that is none', ['verify', 'tickets.csv', 'x'], ['tickets.csv']],
  ])('refuses %s with exit code 2 and where', async (_, args, words) => {
    const other = {
      id: 'd',
      state: 's',
      question: 'q',
      options: [
        { id: 'x', description: '' },
        { id: 'access', description: '' },
      ],
    };
    const { run } = setUp({ 'tickets.csv': table, 'other.json': JSON.stringify(other) });
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const word of words) expect(err).toContain(word);
  });

  it('names the line of a row that cannot be read, and stores nothing', async () => {
    const { run } = setUp({ 'bad.jsonl': '{"text":"a","label":"x"}\n{"text":"b","label":"y"}\n{"text":"c",\n' });
    const { code, err } = await run(
      'import',
      'bad.jsonl',
      ...importing,
      '--map',
      'evidence=text',
      '--map',
      'label=label',
    );
    expect(code).toBe(2);
    expect(err).toContain('bad.jsonl:3');
    expect(err).toContain('--leave-out-faulty');
  });
});

describe('models variants', () => {
  it('needs the starter, with exit code 3', async () => {
    const { code, out, err } = await setUp().run('models', 'variants');
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('Fetch the starter model');
  });
});

describe('help', () => {
  it.each(['import', 'export', 'evaluate', 'compare', 'calibrate', 'verify', 'stats'])('of %s', async (command) => {
    const { code, out } = await setUp().run(command, '--help');
    expect(code).toBe(0);
    expect(out).toContain(`Usage: decision-workbench ${command}`);
  });
});
