import { Fault } from '../../adapter/fault.ts';
import manifest from '../../package.json' with { type: 'json' };
import { showDifference, showNumber } from '../reports/number-words.ts';
import { readPredictions } from '../statistics/read-predictions.ts';
import { type StatisticsReport, statisticsReport } from '../statistics/report.ts';
import { type SingleReport, targetName } from '../statistics/single-report.ts';
import { verdictWords } from '../statistics/verdict.ts';
import { type InputText, readInputText } from './read-input-file.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';

export interface StatsOptions {
  target?: number[];
  ordered?: true;
  bins?: number[];
  seed?: number;
  draws?: number;
  byGroup?: true;
  json?: true;
}

/**
 * `stats A.jsonl [B.jsonl]`: every statistic of predictions made anywhere, paired when there are two files.
 * @throws Fault INVALID_REQUEST with file, line and key
 */
export async function statsCommand(
  terminal: Terminal,
  fileA: string,
  fileB: string | undefined,
  options: StatsOptions,
): Promise<void> {
  const a = await readInputText(terminal, fileA, 'a file of predictions');
  const b = fileB === undefined ? null : await readInputText(terminal, fileB, 'a file of predictions');
  const report = computeReport(a, b, options);
  if (!options.json) return terminal.out(describeReport(report));
  const inputs = [a, ...(b === null ? [] : [b])].map(({ file, sha256 }) => ({ file, sha256 }));
  const madeBy = { program: manifest.name, version: manifest.version };
  terminal.out(`${JSON.stringify({ made_by: madeBy, inputs, ...report }, null, 2)}\n`);
}

function computeReport(a: InputText, b: InputText | null, options: StatsOptions): StatisticsReport {
  const { target, ordered, bins, seed, draws, byGroup } = options;
  try {
    return statisticsReport(readPredictions(a.text, a.file), b === null ? null : readPredictions(b.text, b.file), {
      targets: target ?? [],
      ordered: ordered ?? false,
      bins: bins ?? [],
      byGroup: byGroup ?? false,
      ...(seed === undefined ? {} : { seed }),
      ...(draws === undefined ? {} : { draws }),
    });
  } catch (error) {
    // Files that do not belong together are bad input here: nobody else changed anything.
    if (error instanceof Fault && error.code === 'CONFLICT') {
      throw new Fault('INVALID_REQUEST', error.message, error.next, { fields: error.fields, cause: error });
    }
    throw error;
  }
}

function describeReport(report: StatisticsReport): string {
  const { a, b, paired, settings, options, n } = report;
  const columns = b === undefined ? [a] : [a, b];
  const rows = [
    ['', ...settings.files],
    ...measureRows(a).map(([name], index) => [name, ...columns.map((one) => measureRows(one)[index]?.[1] ?? '–')]),
    ...settings.targets.map((target) => [
      `threshold for ${target}`,
      ...columns.map((one) => describeThreshold(one, target)),
    ]),
  ];
  const head = `${n} samples, ${options.length} options: ${options.join(', ')}\n`;
  return head + textTable(rows) + (paired === undefined ? '' : describePaired(paired, settings.files));
}

function measureRows(one: SingleReport): [string, string][] {
  const band = one.ece_null_band;
  const ece = band === null ? null : (one[`ece_mass${band.bins}`]?.ece ?? null);
  return [
    ['accuracy', `${showNumber(one.accuracy)} [${one.wilson95.map((end) => showNumber(end)).join(', ')}]`],
    ['majority share', showNumber(one.majority_share)],
    ['balanced accuracy', showNumber(one.balanced_accuracy)],
    ['macro F1', showNumber(one.macro_f1)],
    ['log loss', showNumber(one.log_loss)],
    ['Brier (0 to 2)', showNumber(one.brier)],
    ['Brier skill', showNumber(one.brier_skill)],
    [
      'ECE, equal mass',
      band === null ? '–' : `${showNumber(ece)} (null band ${showNumber(band.low)} to ${showNumber(band.high)})`,
    ],
    ['AURC', showNumber(one.selective.aurc)],
    ['temperature', showNumber(one.temperature)],
    ...(one.rps === undefined
      ? []
      : ([
          ['RPS', showNumber(one.rps)],
          ['MAE of the expected level', showNumber(one.mae_expected_level)],
          ['quadratic kappa', showNumber(one.quadratic_kappa)],
        ] satisfies [string, string][])),
  ];
}

function describeThreshold(one: SingleReport, target: number): string {
  const found = one[`threshold_${targetName(target)}`] ?? null;
  if (found === null) return 'not attainable with these samples';
  const { threshold, accepted, correct, lower } = found;
  return `${showNumber(threshold)}: accepts ${accepted}, ${correct} right, lower bound ${showNumber(lower)}`;
}

function describePaired(paired: NonNullable<StatisticsReport['paired']>, files: readonly string[]): string {
  const { difference, low, high, only_a, only_b } = paired.newcombe10;
  return [
    '',
    `accuracy of ${files[0]} minus that of ${files[1]}: ${showDifference(difference)} [${showDifference(low)}, ${showDifference(high)}]`,
    `only the first right ${only_a}, only the second right ${only_b}, exact McNemar p ${showNumber(paired.mcnemar_exact_p)}, ${paired.flips} flips`,
    `the first with the second as baseline: ${verdictWords(paired.verdict.word, paired.verdict.samples_to_decide)}`,
    `${paired.bootstrap_about}\n`,
  ].join('\n');
}
