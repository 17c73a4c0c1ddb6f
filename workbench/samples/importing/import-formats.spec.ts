import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../adapter/fault.ts';
import { type ImportChoices, type ImportTarget, noChoices } from './import-choices.ts';
import { importSamples } from './import-samples.ts';

const folder = join(import.meta.dirname, '../../../fixtures/samples/formats');

const option = (id: string) => ({ id, description: '' });
const FRESH: ImportTarget = { kind: 'new', question: 'Which queue?' };
const MIXED: ImportTarget = { kind: 'mixed' };
const boundTo = (...ids: string[]): ImportTarget => ({
  kind: 'bound',
  decision: null,
  question: { kind: 'choice', question: 'Which queue?', options: ids.map(option) },
});
const QUEUES = boundTo('billing', 'account_access', 'sales');

const seen = new Set<string>();

async function read(name: string, target: ImportTarget, choices: Partial<ImportChoices> = {}) {
  seen.add(name);
  const source = { name, bytes: readFileSync(join(folder, name)) };
  const { report, samples } = await importSamples(source, target, { ...noChoices, ...choices });
  return {
    report,
    samples,
    rows: samples.map(({ evidence, label }) => `${evidence.text} -> ${label}`),
    faults: report.faults.first.map(({ line, column, message }) => `${line}:${column ?? ''} ${message}`),
    asks: report.questions.map(({ ask }) => ask),
    notes: report.notes.map(({ code, lines }) => `${code} ${lines.join(',')}`),
  };
}

async function refusal(name: string, target: ImportTarget = FRESH): Promise<string> {
  try {
    await read(name, target);
  } catch (error) {
    if (error instanceof Fault && error.code === 'INVALID_REQUEST') return error.message;
    throw error;
  }
  throw new Error(`${name} was not refused`);
}

const BASIC = [
  'Charged twice, refund? -> billing',
  'Reset link never came -> account_access',
  'Price for 40 seats? -> sales',
  'Still waiting -> null',
];

describe('tables', () => {
  it.each([
    ['basic.csv', 'UTF-8'],
    ['crlf-bom.csv', 'UTF-8, by its byte-order mark'],
    ['cr-only.csv', 'UTF-8'],
    ['utf-16be.csv', 'UTF-16 (big endian), by its byte-order mark'],
  ])('%s: the same rows', async (name, encoding) => {
    const { report, rows, samples } = await read(name, QUEUES);
    expect(rows).toEqual(BASIC);
    expect(samples.map(({ id, group }) => [id, group])).toEqual([
      ['t-1', 'g1'],
      ['t-2', 'g1'],
      ['t-3', null],
      ['t-4', 'g2'],
    ]);
    expect(report.file.encoding?.why).toBe(encoding);
    expect(report).toMatchObject({ rows_read: 4, used: 4, labelled: 3, unlabelled: 1, blank: 0, ready: true });
    expect(report.classes).toEqual([
      { option: 'billing', count: 1 },
      { option: 'account_access', count: 1 },
      { option: 'sales', count: 1 },
    ]);
  });

  it('utf-16le.csv: tabs, as a spreadsheet writes “Unicode text”', async () => {
    const { report, rows } = await read('utf-16le.csv', QUEUES);
    expect(report.file.separator?.separator).toBe('\t');
    expect(rows.slice(1)).toEqual(BASIC.slice(1));
  });

  it('utf-16le-no-mark.csv and windows-1252.csv: a guess is asked, never made in silence', async () => {
    const wide = await read('utf-16le-no-mark.csv', QUEUES);
    expect(wide.asks).toEqual(['encoding']);
    expect((await read('utf-16le-no-mark.csv', QUEUES, { encoding: 'utf-16le' })).rows).toEqual(BASIC);
    const narrow = await read('windows-1252.csv', QUEUES);
    expect(narrow.asks).toEqual(['encoding']);
    expect(narrow.report.file.encoding?.why).toContain('“ ” – ü €');
    const told = await read('windows-1252.csv', QUEUES, { encoding: 'windows-1252' });
    expect(told.report.ready).toBe(true);
    expect(told.rows).toEqual(['“Doppelt abgebucht” – bitte zurück -> billing', 'Preis in €? -> sales']);
  });

  it('neither-encoding.csv, empty.csv, duplicate-header.csv, old.xls: refused with the reason', async () => {
    expect(await refusal('neither-encoding.csv')).toContain('byte 0x81 has no character');
    expect(await refusal('empty.csv')).toContain('it is empty');
    expect(await refusal('duplicate-header.csv')).toContain('line 1');
    expect(await refusal('duplicate-header.csv')).toContain('columns 2 and 3 are both called “expected”');
    expect(await refusal('promptfoo-duplicate.csv')).toContain('“__expected”');
    expect(await refusal('old.xls')).toContain('old kind (.xls)');
  });

  it('semicolon.csv, sep-line.csv, tab.tsv: the separator is found outside quotes', async () => {
    const semicolons = await read('semicolon.csv', QUEUES);
    expect(semicolons.report.file.separator).toMatchObject({ separator: ';', rivals: [] });
    expect(semicolons.rows).toEqual(['Charged; twice, again -> billing', 'Reset please -> account_access']);
    const told = await read('sep-line.csv', QUEUES);
    expect(told.report.file.separator?.why).toBe('the first line names it');
    expect(told.rows).toEqual(['Charged twice -> billing', 'Reset please -> account_access']);
    expect((await read('tab.tsv', QUEUES)).rows).toEqual(['Charged twice, again -> billing', 'Two\nlines -> sales']);
  });

  it('either-separator.csv: two that fit are asked', async () => {
    const { report, asks } = await read('either-separator.csv', boundTo('3', '6'));
    expect(asks).toContain('separator');
    expect(report.questions).toContainEqual({ ask: 'separator', offered: [',', ';'] });
    const columns = {
      evidence: [{ column: 'a,b', name: 'a,b' }],
      evidence_json: false,
      label: 'c',
      id: null,
      group: null,
      note: null,
      disputed: null,
      suggestion: null,
      question: null,
      options: [],
    };
    const chosen = await read('either-separator.csv', boundTo('3', '6'), { separator: ';', columns });
    expect(chosen.rows).toEqual(['1,2 -> 3', '4,5 -> 6']);
    expect(chosen.report.ready).toBe(true);
  });

  it('quoted-newlines.csv, mixed-line-ends.csv: line breaks in quotes stay, others end rows', async () => {
    const { rows, samples } = await read('quoted-newlines.csv', QUEUES);
    expect(rows).toEqual(['first line\nsecond "quoted" line\r\n\r\nlast -> billing', 'plain -> sales']);
    expect(samples.map(({ origin }) => origin?.line)).toEqual([2, 6]);
    const mixed = await read('mixed-line-ends.csv', QUEUES);
    expect(mixed.rows).toEqual(['first -> billing', 'second -> sales', 'third -> billing']);
  });

  it('bare-quote.csv: taken as a character, and told', async () => {
    const { rows, notes, report } = await read('bare-quote.csv', QUEUES);
    expect(rows).toEqual(['5" screen is broken -> billing', 'plain -> sales']);
    expect(notes).toEqual(['bare-quote 2']);
    expect(report.ready).toBe(true);
  });

  it.each([
    ['open-quote.csv', '3:1 The quote that begins here is never closed.', 1],
    ['text-after-quote.csv', '2:9 Text follows the closing quote; a quote inside a quoted cell is written twice.', 1],
    ['short-row.csv', '3: This row has 2 cells, and the header has 3.', 2],
    ['promptfoo-short-row.csv', '2: This row has 5 cells, and the header has 6.', 0],
    ['empty-evidence.csv', '2: The row has no evidence.', 1],
  ])('%s: a fault with its place, and nothing is ready', async (name, fault, used) => {
    const { faults, asks, report } = await read(name, QUEUES);
    expect(faults).toEqual([fault]);
    expect(asks).toContain('leave-out-faulty');
    expect(report.ready).toBe(false);
    expect(report.used).toBe(used);
    if (used > 0) expect((await read(name, QUEUES, { leave_out_faulty: true })).report.ready).toBe(true);
  });

  it('blank-rows.csv: counted and skipped; header-only.csv: nothing to import', async () => {
    const { report, rows } = await read('blank-rows.csv', QUEUES);
    expect(rows).toEqual(['first -> billing', 'second -> sales']);
    expect(report).toMatchObject({ rows_read: 2, blank: 4, ready: true });
    expect((await read('header-only.csv', QUEUES)).report).toMatchObject({ rows_read: 0, used: 0, ready: false });
  });

  it('duplicate-ids.csv: the same content is dropped with a note; conflicting-ids.csv: both lines are named', async () => {
    const same = await read('duplicate-ids.csv', QUEUES);
    expect(same.report.duplicates).toEqual({ count: 1, first: [{ id: '1', line: 4, first_line: 2 }] });
    expect(same.rows).toHaveLength(2);
    expect(same.report.ready).toBe(true);
    const other = await read('conflicting-ids.csv', QUEUES);
    expect(other.faults).toEqual([
      '2: The id 1 stands in line 4 too, with other content.',
      '4: The id 1 stands in line 2 too, with other content.',
    ]);
    expect(other.report.ready).toBe(false);
    // Which of them is right is not for us to say: leaving out leaves both out.
    const left = await read('conflicting-ids.csv', QUEUES, { leave_out_faulty: true });
    expect(left.samples.map(({ id }) => id)).toEqual(['2', '3']);
  });

  it('padded-labels.csv: a match apart from case and space is offered with its count', async () => {
    const { report } = await read('padded-labels.csv', QUEUES);
    expect(report.questions).toEqual([
      {
        ask: 'ignore-case-and-space',
        labels: [
          { text: 'billing ', count: 1, option: 'billing' },
          { text: 'Billing', count: 1, option: 'billing' },
          { text: ' SALES', count: 1, option: 'sales' },
        ],
      },
    ]);
    const yes = await read('padded-labels.csv', QUEUES, { ignore_case_and_space: true });
    expect(yes.rows).toEqual(['first -> billing', 'second -> billing', 'third -> sales', 'fourth -> sales']);
    expect(yes.report.ready).toBe(true);
    const no = await read('padded-labels.csv', QUEUES, { ignore_case_and_space: false });
    expect(no.asks).toEqual(['labels']);
    expect(no.report.labelled).toBe(1);
    const fresh = await read('padded-labels.csv', FRESH, { ignore_case_and_space: true });
    expect(fresh.report.classes.map(({ option: id }) => id)).toEqual(['billing', 'sales']);
  });

  it('foreign-labels.csv: a label that is no option is asked, mapped, or left unlabelled', async () => {
    const { report } = await read('foreign-labels.csv', QUEUES);
    const foreign = { text: 'refunds', count: 2, lines: [3, 4], offered: null };
    expect(report.questions).toEqual([{ ask: 'labels', labels: [foreign] }]);
    expect(report.labelled).toBe(2);
    const mapped = await read('foreign-labels.csv', QUEUES, { labels: [{ text: 'refunds', option: 'billing' }] });
    expect(mapped.report).toMatchObject({ labelled: 4, ready: true });
    const open = await read('foreign-labels.csv', QUEUES, { labels: [{ text: 'refunds', option: null }] });
    expect(open.report).toMatchObject({ labelled: 2, unlabelled: 2, ready: true });
  });

  it('alike-options.csv: spellings that differ by case or Unicode form only are asked', async () => {
    const { report } = await read('alike-options.csv', FRESH);
    expect(report.questions).toEqual([
      {
        ask: 'ignore-case-and-space',
        labels: [
          { text: 'Billing', count: 1, option: 'billing' },
          { text: 'cafe\u0301', count: 1, option: 'caf\u00e9' },
        ],
      },
    ]);
    const merged = await read('alike-options.csv', FRESH, { ignore_case_and_space: true });
    expect(merged.report.classes).toEqual([
      { option: 'billing', count: 3 },
      { option: 'caf\u00e9', count: 3 },
    ]);
    const apart = await read('alike-options.csv', FRESH, { ignore_case_and_space: false });
    expect(apart.report.classes).toHaveLength(4);
  });

  it('numeric-options.csv, comma-option.csv: ids and options are texts, never numbers or lists', async () => {
    const { samples, report } = await read('numeric-options.csv', FRESH);
    expect(samples.map(({ id, label }) => [id, label])).toEqual([
      ['1', '1'],
      ['01', '01'],
      ['001', '2'],
    ]);
    expect(report.ready).toBe(true);
    expect((await read('comma-option.csv', FRESH)).report.classes.map((one) => one.option)).toEqual([
      'yes, really',
      'no',
    ]);
  });

  it('indices: the base is judged over the whole column, and asked when both fit', async () => {
    const three = boundTo('red', 'green', 'blue');
    const one = await read('indices-1-based.csv', three);
    expect(one.rows).toEqual(['a -> red', 'b -> blue', 'c -> green', 'd -> red']);
    expect(one.report.reading).toMatchObject({ reading: 'index-1', fits: 4, total: 4, guessed: true });
    const zero = await read('indices-0-based.csv', three);
    expect(zero.rows).toEqual(['a -> red', 'b -> blue', 'c -> green', 'd -> green']);
    expect(zero.report.reading).toMatchObject({ reading: 'index-0', fits: 4, total: 4 });
    const both = await read('indices-ambiguous.csv', three);
    expect(both.report.questions).toEqual([
      {
        ask: 'reading',
        total: 4,
        offered: [
          {
            reading: 'index-0',
            fits: 4,
            classes: [
              { option: 'green', count: 2 },
              { option: 'blue', count: 2 },
            ],
          },
          {
            reading: 'index-1',
            fits: 4,
            classes: [
              { option: 'red', count: 2 },
              { option: 'green', count: 2 },
            ],
          },
        ],
      },
    ]);
    expect(both.report.labelled).toBe(0);
    const told = await read('indices-ambiguous.csv', three, { reading: 'index-1' });
    expect(told.rows).toEqual(['a -> red', 'b -> green', 'c -> red', 'd -> green']);
    expect(told.report.ready).toBe(true);
    expect((await read('indices-as-floats.csv', three)).rows).toEqual([
      'a -> red',
      'b -> blue',
      'c -> null',
      'd -> green',
    ]);
  });

  it('several-columns.csv, json-cells.csv: evidence is composed, or JSON without loss', async () => {
    const { rows } = await read('several-columns.csv', QUEUES);
    expect(rows[0]).toBe('{"subject":"Invoice","body":"Charged twice"} -> billing');
    const json = await read('json-cells.csv', QUEUES);
    expect(json.samples.map(({ evidence }) => evidence)).toEqual([
      { format: 'json', text: '{"amount":1.50,"2":true,"1":null}' },
      { format: 'json', text: '[1,2.0]' },
    ]);
  });

  it('expected-of-question.csv: which of the questions is asked', async () => {
    const { report } = await read('expected-of-question.csv', QUEUES);
    expect(report.questions).toEqual([
      {
        ask: 'question',
        offered: [
          { id: 'team', count: 2, labelled: 2 },
          { id: 'urgent', count: 2, labelled: 2 },
        ],
      },
    ]);
    const team = await read('expected-of-question.csv', QUEUES, { question: 'team' });
    expect(team.rows).toEqual(['first -> billing', 'second -> sales']);
    expect(team.report.ready).toBe(true);
  });

  it('pasted-markdown.md, named-csv-is-jsonl.csv, formula-cells.csv: content decides; a formula is text', async () => {
    expect((await read('pasted-markdown.md', QUEUES)).rows).toEqual([
      'Charged | twice -> billing',
      'Reset -> account_access',
    ]);
    const named = await read('named-csv-is-jsonl.csv', QUEUES);
    expect(named.report.file.why).toContain('though its name ends with .csv');
    expect(named.rows).toEqual(['first -> billing', 'second -> sales']);
    expect((await read('formula-cells.csv', QUEUES)).rows).toEqual(['=1+1 -> billing', '@SUM(A1) -> sales']);
  });
});

describe('promptfoo', () => {
  it('promptfoo.csv: only what says “equals” is a label; nothing is run or opened', async () => {
    const { report, rows, notes, samples } = await read('promptfoo.csv', FRESH);
    expect(report.format.name).toBe('promptfoo');
    expect(rows.map((row) => row.split(' -> ')[1])).toEqual([
      'billing',
      'technical',
      ...['null', 'null', 'null', 'null', 'null', 'null'],
    ]);
    expect(notes).toEqual(['not-a-label 4,8,9', 'never-run 5,6']);
    expect(samples[0]).toMatchObject({ evidence: { text: 'Charged twice, refund?' }, note: 'case 1' });
    expect(report.classes.map((one) => one.option)).toEqual(['billing', 'technical']);
  });

  it('promptfoo-two.csv, promptfoo-export.csv, promptfoo.jsonl: numbered columns, outputs, tests', async () => {
    const two = await read('promptfoo-two.csv', QUEUES);
    expect(two.rows).toEqual(['first -> billing']);
    expect(two.faults).toEqual(['3: It expects several answers: sales, billing.']);
    const exported = await read('promptfoo-export.csv', QUEUES);
    expect(exported.rows).toEqual(['first -> billing', 'second -> sales']);
    const lines = await read('promptfoo.jsonl', QUEUES);
    expect(lines.rows).toEqual(['first -> billing', 'second -> null']);
    expect(lines.notes).toEqual(['not-a-label 2']);
  });

  it('promptfoo.yaml, promptfoo-config.yaml, promptfoo-alias.yaml: files that it names are not opened', async () => {
    const { rows, faults, notes } = await read('promptfoo.yaml', QUEUES);
    expect(rows).toEqual([
      '{"text":"Charged twice, refund?","amount":1.50} -> billing',
      '{"text":"Reset: please"} -> null',
    ]);
    expect(faults).toEqual(['12: Its vars are in another file (file://vars.yaml), which is not opened.']);
    expect(notes).toEqual(['never-run 9']);
    expect((await read('promptfoo-config.yaml', QUEUES)).rows).toEqual(['first -> sales']);
    expect((await read('promptfoo-alias.yaml', QUEUES)).faults).toEqual([
      '3: Aliases are not read; write the value itself.',
    ]);
  });
});

describe('decision lines', () => {
  it('jev-eval.jsonl: one of several questions; labels as text, boolean, word and number', async () => {
    const open = await read('jev-eval.jsonl', QUEUES);
    expect(open.asks).toEqual(['question']);
    const team = await read('jev-eval.jsonl', QUEUES, { question: 'team' });
    expect(team.rows).toEqual(['{"subject":"Charged twice"} -> billing', '{"subject":"Nice app"} -> sales']);
    const urgent: ImportTarget = {
      kind: 'bound',
      decision: null,
      question: { kind: 'yes-no', question: 'Urgent?', options: [option('now'), option('later')] },
    };
    const words = await read('jev-eval.jsonl', urgent, { question: 'urgent' });
    expect(words.rows.map((row) => row.split(' -> ')[1])).toEqual(['now', 'later', 'now']);
    expect((await read('jev-eval.jsonl', MIXED)).asks).toEqual(['target']);
  });

  it('callo.jsonl: each question a sample; keys like numbers keep their place; a missing label is counted', async () => {
    const { rows, notes, samples, report } = await read('callo.jsonl', MIXED);
    expect(rows).toEqual([
      'Charged twice -> 10',
      'Charged twice -> yes',
      'Black screen -> tech',
      'Black screen -> null',
    ]);
    expect(samples[0]?.question).toEqual({
      kind: 'choice',
      question: 'Which team?',
      options: [
        { id: 'billing', description: 'Payments.' },
        { id: '10', description: '' },
        { id: 'tech', description: 'Bugs.' },
      ],
    });
    expect(notes).toEqual(['partial-labels 2']);
    expect(report).toMatchObject({ ready: true, equal_evidence: 2 });
    expect(new Set(samples.map(({ id }) => id)).size).toBe(4);
    const team = await read('callo.jsonl', FRESH, { question: 'team' });
    expect(team.report.binding).toMatchObject({ kind: 'bound', question: { question: 'Which team?' } });
    expect(team.rows).toEqual(['Charged twice -> 10', 'Black screen -> tech']);
  });

  it('typed-gguf.jsonl: the gold of a score is an index; words and booleans answer yes or no', async () => {
    const { samples, report } = await read('typed-gguf.jsonl', MIXED);
    expect(samples.map(({ id, label }) => [id, label])).toEqual([
      ['c01', 'billing'],
      ['s01', '2'],
      ['n01', 'yes'],
      ['n02', 'no'],
    ]);
    expect(samples[1]?.question?.options[2]).toEqual({ id: '2', description: 'broken' });
    expect(report.ready).toBe(true);
  });

  it('decision-lines-broken.jsonl, same-key-twice.jsonl: line and column of what is no JSON', async () => {
    const { faults, report } = await read('decision-lines-broken.jsonl', MIXED);
    expect(faults).toEqual([
      '2:42 NaN and infinities are not allowed in JSON.',
      '3:71 The key occurs twice in its object.',
      '5:33 The string has no closing quote on its line.',
    ]);
    expect(report).toMatchObject({ rows_read: 4, blank: 1, used: 1, ready: false });
    expect((await read('same-key-twice.jsonl', QUEUES)).faults).toEqual(['2:41 The key occurs twice in its object.']);
  });

  it('jevbench-case.jsonl: unlabelled; jevbench-task.jsonl: a mixed set with splits and groups', async () => {
    expect((await read('jevbench-case.jsonl', MIXED)).report).toMatchObject({ used: 2, labelled: 0, ready: true });
    const { samples } = await read('jevbench-task.jsonl', MIXED);
    expect(samples.map(({ id, label, group, tags }) => [id, label, group, tags.split])).toEqual([
      ['j1', 'no', 'g1', 'public'],
      ['j2', 'a', 'g1', 'public'],
      ['j3', '1', 'g2', 'hard'],
    ]);
    expect(samples.map(({ question }) => question?.options.map(({ id }) => id))).toEqual([
      ['yes', 'no'],
      ['b', 'a'],
      ['0', '1'],
    ]);
    expect(samples[1]?.evidence).toEqual({ format: 'json', text: '{"a":[1.0]}' });
  });

  it('says how many questions the rows bring, whatever they are to be bound to', async () => {
    expect((await read('jevbench-task.jsonl', QUEUES)).report.own_questions).toBe(3);
    expect((await read('decision-request.jsonl', QUEUES)).report.own_questions).toBe(1);
    expect((await read('basic.csv', QUEUES)).report.own_questions).toBe(0);
  });

  it('decision-request.jsonl: a request with a label beside it', async () => {
    const { rows, report } = await read('decision-request.jsonl', FRESH);
    expect(rows).toEqual(['Charged twice -> a', '{"x":1} -> b']);
    expect(report.binding).toMatchObject({ question: { question: 'Which team?' } });
  });
});

describe('JEVL', () => {
  it('jevl.jevl: mark and blank lines; the last line of an id counts; a foreign label is flagged', async () => {
    const { report, samples, notes } = await read('jevl.jevl', MIXED);
    expect(samples.map(({ evidence, label }) => [evidence.text, label])).toEqual([
      ['Second', null],
      ['Charged twice', 'billing'],
      ['Third', null],
    ]);
    expect(report).toMatchObject({ rows_read: 4, blank: 1, replaced: 1, ready: false });
    expect(report.questions).toEqual([
      { ask: 'labels', labels: [{ text: 'legal', count: 1, lines: [5], offered: null }] },
    ]);
    expect(samples[0]?.suggestion).toEqual({ label: 'tech', confidence: 0.7, by: 'jev-1.13.0' });
    expect(notes).toEqual(['model-output 1,2,4']);
  });

  it('jevl-kinds.jevl: a score’s label is an index, yes or no a boolean; answers become suggestions', async () => {
    const { samples } = await read('jevl-kinds.jevl', MIXED);
    expect(samples.map(({ label, suggestion }) => [label, suggestion?.label, suggestion?.confidence])).toEqual([
      ['2', '1', 0.6],
      ['no', 'yes', 0.8],
    ]);
  });

  it.each([
    ['jevl-version-2.jevl', '2: It is JEVL version 2, and version 1 is read.'],
    ['jevl-truncated.jevl', '2:16 The string has no closing quote on its line.'],
    ['jevl-nan.jevl', '2:331 NaN and infinities are not allowed in JSON.'],
  ])('%s: refused with its line', async (name, fault) => {
    const { faults, report } = await read(name, MIXED);
    expect(faults).toEqual([fault]);
    expect(report).toMatchObject({ used: 1, ready: false });
  });
});

describe('choices and answers', () => {
  it.each([
    ['mmlu.jsonl', 'index-0', 'blue,green,red'],
    ['kmmlu-1-based.jsonl', 'index-1', 'blue,grey'],
    ['mmlu-letters.jsonl', 'id', 'blue,green'],
    ['openbookqa-texts.jsonl', 'text', 'blue,green'],
    ['arc.jsonl', 'id', 'blue,green,grey'],
    ['mmlu-columns.csv', 'id', 'blue,green'],
    ['numpy-choices.csv', 'index-0', 'blue,x,red'],
    ['mmmu-choices.csv', 'id', "It's blue, mostly,Theme"],
  ])('%s is read as %s', async (name, reading, texts) => {
    const { report, samples } = await read(name, MIXED);
    expect(report.format.name).toBe('choices');
    expect(report.reading?.reading).toBe(reading);
    expect(report.ready).toBe(true);
    const answers = samples.map(({ label, question }) => question?.options.find(({ id }) => id === label)?.description);
    expect(answers.join(',')).toBe(texts);
  });

  it('mmlu-ambiguous.jsonl, mmlu-text-or-index.jsonl: what fits both is asked', async () => {
    for (const [name, readings] of [
      ['mmlu-ambiguous.jsonl', ['index-0', 'index-1']],
      ['mmlu-text-or-index.jsonl', ['text', 'index-0', 'index-1']],
    ] as const) {
      const { report } = await read(name, MIXED);
      const [question] = report.questions;
      expect(question?.ask === 'reading' && question.offered.map(({ reading }) => reading)).toEqual(readings);
      expect(report).toMatchObject({ labelled: 0, ready: false });
    }
    const { samples } = await read('mmlu-text-or-index.jsonl', MIXED, { reading: 'text' });
    expect(samples.map(({ label }) => label)).toEqual(['A', 'B']);
  });

  it('too-many-options.jsonl: more than 255 options are a fault', async () => {
    expect((await read('too-many-options.jsonl', MIXED)).faults).toEqual([
      '1: Its question’s options: The list has 256. (2 to 255 options)',
    ]);
  });
});

describe('annotation tools', () => {
  const SALES = boundTo('billing', 'sales');

  it('label-studio.json: disagreement is asked, cancelled and several choices are not labels', async () => {
    const open = await read('label-studio.json', SALES);
    expect(open.asks).toEqual(['annotations', 'leave-out-faulty']);
    expect(open.faults).toEqual([
      '110: intent has several choices at once (billing, sales): it is no choice question.',
    ]);
    expect(open.notes).toEqual(['cancelled-annotation 94', 'model-output 138']);
    const labels = async (annotations: ImportChoices['annotations']) => {
      const { samples } = await read('label-studio.json', SALES, { annotations, leave_out_faulty: true });
      return samples.map(({ id, label, disputed, suggestion }) => [id, label, disputed, suggestion?.label]);
    };
    const rest = [
      ['9', null, false, undefined],
      ['11', null, false, 'sales'],
    ];
    expect(await labels('majority')).toEqual([
      ['7', 'billing', false, undefined],
      ['8', 'sales', true, undefined],
      ...rest,
    ]);
    expect(await labels('first')).toEqual([
      ['7', 'billing', false, undefined],
      ['8', 'billing', true, undefined],
      ...rest,
    ]);
    expect(await labels('skip')).toEqual([['7', 'billing', false, undefined], ['8', null, true, undefined], ...rest]);
  });

  it('label-studio-min.json: rows of one task are one sample', async () => {
    const { report, samples, faults } = await read('label-studio-min.json', SALES, { annotations: 'majority' });
    expect(report).toMatchObject({ rows_read: 4, merged: 1, used: 2, disputed: 1 });
    // One against one is no majority.
    expect(samples.map(({ id, label }) => [id, label])).toEqual([
      ['7', null],
      ['8', 'sales'],
    ]);
    expect(faults).toEqual(['1: intent has several choices at once: it is no choice question.']);
  });

  it.each(['argilla.json', 'argilla-flat.csv'])(
    '%s: only submitted responses; suggestions are no labels',
    async (name) => {
      const { samples, report } = await read(name, SALES);
      expect(
        samples.map(({ id, label, suggestion }) => [id, label, suggestion?.label, suggestion?.confidence]),
      ).toEqual([
        ['r1', 'billing', 'sales', 0.7],
        ['r2', null, 'sales', null],
      ]);
      expect(report.notes.map(({ code }) => code)).toEqual(['not-submitted', 'model-output']);
      expect(report.ready).toBe(true);
    },
  );

  it('openai-evals.jsonl: the last message of the user; several answers are no label', async () => {
    const { rows, faults } = await read('openai-evals.jsonl', FRESH);
    expect(rows).toEqual(['Charged twice -> B', 'Price? -> A', 'Parts -> A']);
    expect(faults).toEqual(['4: It accepts several answers: A, B.', '5: The row has no evidence.']);
  });
});

describe('JSON documents', () => {
  it('list.json, wrapped.json: the list of objects is found, numbers keep their digits', async () => {
    const columns = {
      evidence: [
        { column: 'text', name: 'text' },
        { column: 'n', name: 'n' },
      ],
      evidence_json: false,
      label: 'expected',
      id: null,
      group: null,
      note: null,
      disputed: null,
      suggestion: null,
      question: null,
      options: [],
    };
    expect((await read('list.json', QUEUES, { columns })).rows).toEqual([
      '{"text":"first","n":1.0} -> billing',
      '{"text":"second","n":12345678901234567890} -> sales',
    ]);
    expect((await read('wrapped.json', QUEUES)).rows).toEqual(['first -> billing', 'second -> sales']);
  });

  it('broken-item.json, cut-off.json, two-lists.json: refused with the place', async () => {
    expect((await read('broken-item.json', QUEUES)).faults).toEqual([
      '2:33 NaN and infinities are not allowed in JSON.',
    ]);
    expect(await refusal('cut-off.json')).toContain('line 2, column 19');
    expect(await refusal('two-lists.json')).toContain('several lists of objects (a, b)');
  });
});

describe('spreadsheets and Parquet', () => {
  const columns = {
    evidence: ['text', 'when', 'amount', 'paid'].map((name) => ({ column: name, name })),
    evidence_json: false,
    label: 'expected',
    id: 'id',
    group: null,
    note: null,
    disputed: null,
    suggestion: null,
    question: null,
    options: [],
  };

  it('tickets.xlsx: stored values, dates as shown, formulas never evaluated, the sheet can be chosen', async () => {
    const { samples, report } = await read('tickets.xlsx', QUEUES, { columns });
    expect(report.file).toMatchObject({ syntax: 'xlsx', sheet: 'Tickets' });
    expect(report.file.sheets).toEqual([
      { name: 'Tickets', hidden: false },
      { name: 'Secret', hidden: true },
      { name: 'Other', hidden: false },
    ]);
    expect(samples.map(({ id, evidence, label, origin }) => [id, evidence.text, label, origin?.line])).toEqual([
      ['1', '{"text":"Charged twice,\\n“refund”?","when":"29.11.2026","amount":0.1,"paid":true}', 'billing', 2],
      ['2', '{"text":"Reset link","when":"2026-01-02 03:04","amount":12,"paid":false}', 'account_access', 3],
      ['03', '{"text":"=HYPERLINK(\\"x\\")","when":"","amount":"","paid":""}', 'sales', 5],
    ]);
    const other = await read('tickets.xlsx', QUEUES, { sheet: 'Other' });
    expect(other.rows).toEqual(['from the other sheet -> sales']);
    expect(other.faults).toEqual([
      '3:2 Cell B3 holds a formula without a stored value; open the file in a spreadsheet program and save it.',
      '4:3 Cell C4 holds something, and the header ends at B.',
    ]);
  });

  it('tickets.ods: the same', async () => {
    const { samples, report } = await read('tickets.ods', QUEUES, { columns });
    expect(report.file).toMatchObject({ syntax: 'ods', sheet: 'Tickets' });
    expect(report.blank).toBe(1);
    expect(samples.map(({ id, evidence, label, origin }) => [id, evidence.text, label, origin?.line])).toEqual([
      ['1', '{"text":"Charged twice,\\nrefund?","when":"29.11.2026","amount":0.1}', 'billing', 2],
      ['2', '{"text":"Reset","when":"","amount":3}', 'account_access', 3],
      ['x', '{"text":"Price?","when":"","amount":""}', 'sales', 5],
    ]);
    expect((await read('tickets.ods', QUEUES, { sheet: 'Other' })).rows).toEqual(['from the other sheet -> sales']);
  });

  it.each(['snappy', 'zstd', 'gzip', 'brotli'])('rows-%s.parquet: 64-bit integers keep every digit', async (codec) => {
    const parquet = {
      ...columns,
      evidence: ['text', 'choices', 'score', 'when'].map((name) => ({ column: name, name })),
    };
    const { samples } = await read(`rows-${codec}.parquet`, QUEUES, { columns: parquet });
    const when = '"when":"2026-11-29T12:00:00.000Z"';
    expect(samples.map(({ id, evidence, label }) => [id, evidence.text, label])).toEqual([
      ['1', `{"text":"Charged twice","choices":["a","b"],"score":0.1,${when}}`, 'billing'],
      ['9007199254740993', `{"text":"Résumé 🙈","choices":["a","b","c"],"score":-0.0,${when}}`, 'sales'],
      ['3', `{"text":null,"choices":["a","b"],"score":1e+300,${when}}`, 'billing'],
    ]);
  });

  it('unpacks-large.xlsx, entities.xlsx, zip-of-nothing.xlsx: refused in words', async () => {
    expect(await refusal('unpacks-large.xlsx')).toContain('is empty');
    expect(await refusal('entities.xlsx')).toContain('declares a document type');
    expect(await refusal('zip-of-nothing.xlsx')).toContain('no spreadsheet');
  });
});

it('has an expectation for every file', () => {
  const files = readdirSync(folder).filter((name) => name !== 'make.py' && !name.startsWith('.'));
  expect(files.filter((name) => !seen.has(name))).toEqual([]);
});
