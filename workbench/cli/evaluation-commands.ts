import type { Command } from 'commander';
import { parseCount, parseSeed, parseShare, repeated } from './parse-option.ts';
import { type StatsOptions, statsCommand } from './stats-command.ts';
import type { Terminal } from './terminal.ts';

/** The commands for labelled samples: statistics, sets, runs, comparisons, configurations. */
export function addEvaluationCommands(program: Command, terminal: Terminal): void {
  program
    .command('stats')
    .description('every statistic of predictions made anywhere; paired when there are two files')
    .argument(
      '<A.jsonl>',
      'a line: {"id", "label", "group" (optional), "probabilities": {option: p}}; - for standard input',
    )
    .argument('[B.jsonl]', 'predictions of the same samples; the differences are A − B')
    .option('--json', 'JSON instead of text')
    .option('--target <accuracy>', 'threshold that reaches it; can be repeated', repeated(parseShare))
    .option('--ordered', 'the options are levels in their order: adds the ordinal measures')
    .option('--bins <number>', 'further numbers of calibration bins; can be repeated', repeated(parseCount))
    .option('--seed <number>', 'of the random draws', parseSeed)
    .option('--draws <number>', 'of the bootstrap', parseCount)
    .option('--by-group', 'resample groups instead of samples')
    .action((a: string, b: string | undefined, options: StatsOptions) => statsCommand(terminal, a, b, options));
}
