import { expect, test } from 'vitest';
import { madeQuestion, madeReading } from '../../test/stand-ins/run-readings.ts';
import type { RunReading } from '../../workbench/configurations/run-reader.ts';
import type { SampleSetSummary } from '../../workbench/contract/samples.ts';
import type { ReportForm } from '../../workbench/reports/write-report-as.ts';
import { answerStatistics } from '../statistics/statistics-request.ts';
import { reportFile, reportRequest } from './export-comparison.ts';

const options = ['billing', 'sales'];
const labels = Array.from({ length: 40 }, (_, at) => options[at % 2] ?? '');

/** A run that is right on all but the first `wrong` samples. */
function made(id: number, wrong: number, asked = options): RunReading {
  const rows = labels.map((label, at) => {
    const right = at >= wrong;
    return { label, part: 'tune' as const, probabilities: asked.map((one) => ((one === label) === right ? 0.8 : 0.2)) };
  });
  const reading = madeReading(asked, rows);
  const { run } = reading;
  const own = { ...run.configuration, name: 'as the model', question: madeQuestion(asked) };
  return { ...reading, run: { ...run, id: run.id.replace(/1$/, String(id)), configuration: own } };
}

const set: SampleSetSummary = {
  set: {
    format: 1,
    id: '019c0000-0000-7000-8000-000000000002',
    name: 'Tickets, 2026',
    binding: { kind: 'bound', decision: null, question: madeQuestion(options) },
    tune_share: 0.5,
    created_at: '2026-03-01T08:00:00.000Z',
    changed_at: '2026-03-01T08:00:00.000Z',
  },
  samples: 40,
  labelled: 40,
  disputed: 0,
  tune: 40,
  test: 0,
  sha256: 'f'.repeat(64),
};

function exported(readings: readonly RunReading[], form: ReportForm): string | null {
  const request = reportRequest(
    {
      runs: readings.map(({ run }) => run),
      rows: readings.map(({ run, rows }) => ({
        summary: { run, scored: rows.length, failed: 0, seconds_left: null, samples_per_second: null, job: null },
        rows: new Map(rows.map((row) => [row.sample, row])),
        ready: true,
        error: null,
      })),
      samples: readings[0]?.samples ?? [],
      set,
      filter: { part: 'all', disputed: true },
      margin: 0.05,
      version: '1.2.3',
    },
    form,
  );
  // As it crosses the border to the worker.
  return request === null ? null : String(answerStatistics(structuredClone(request)));
}

test('the first run is the baseline, names are told apart, and all that repeats it is named', () => {
  const report = JSON.parse(exported([made(1, 8), made(3, 2, options.toReversed())], 'json') ?? '');
  expect(report).toMatchObject({
    n: 40,
    about: {
      sample_set: 'Tickets, 2026',
      sample_set_sha256: set.sha256,
      part: 'all',
      made_by: 'decision-workbench 1.2.3',
    },
    settings: { seed: 1, margin: 0.05 },
  });
  const [baseline, candidate] = report.configurations;
  expect(baseline).toMatchObject({ configuration: 'as the model', role: 'baseline', right: 32 });
  // Asked in the other order of the options.
  expect(candidate).toMatchObject({ configuration: 'as the model (2)', right: 38, difference: 0.15, flips: 6 });
});

test.each(['csv', 'markdown', 'html'] as const)('the figures stand in %s', (form) => {
  const text = exported([made(1, 8), made(3, 2)], form);
  expect(text).toContain('as the model (2)');
  expect(text).toContain(set.sha256);
  expect(text).toContain(form === 'csv' ? '0.95' : '0.950');
});

test('nothing is written of nothing', () => {
  expect(exported([], 'json')).toBeNull();
});

test('the file is named after the set', async () => {
  const { name, content } = reportFile('text', 'markdown', set.set.name);
  expect(name).toBe('comparison-Tickets-2026.md');
  expect(content.type).toBe('text/markdown');
  expect(await content.text()).toBe('text');
});
