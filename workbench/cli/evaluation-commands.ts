import { type Command, Option } from 'commander';
import { modes, orders, promptVersions, readouts } from '../../adapter/configuration/scoring-settings.ts';
import { formatNames } from '../samples/formats/sample-format.ts';
import { labelReadings } from '../samples/importing/label-readings.ts';
import { separators } from '../samples/reading/separators.ts';
import { textEncodings } from '../samples/reading/text-encodings.ts';
import { defaultSettings } from '../store/settings-store.ts';
import { type CalibrateOptions, calibrateCommand } from './calibrate-command.ts';
import { type CompareOptions, compareCommand } from './compare-command.ts';
import { type EvaluateOptions, evaluateCommand } from './evaluate-command.ts';
import {
  type ExportOptions,
  exportCommand,
  exportFormats,
  type ImportCommandOptions,
  importCommand,
} from './import-command.ts';
import {
  among,
  asText,
  parseCount,
  parseDraws,
  parseLayers,
  parseNotNegative,
  parsePositive,
  parseSeed,
  parseShare,
  parseTarget,
  repeated,
} from './parse-option.ts';
import { reportFormats } from './report-output.ts';
import { type StatsOptions, statsCommand } from './stats-command.ts';
import type { Terminal } from './terminal.ts';
import { verifyCommand } from './verify-command.ts';

const jsonHelp = 'JSON instead of text';
const workspaceHelp = 'workspace folder (default: that of the app)';

/**
 * The commands for labelled samples: statistics, sets, runs, comparisons, configurations.
 * @param onUnmet told when a command did its work and a demand was not met
 */
export function addEvaluationCommands(program: Command, terminal: Terminal, onUnmet: () => void): void {
  const demand = (met: boolean): void => {
    if (!met) onUnmet();
  };

  withReading(
    program
      .command('import')
      .description('read a file of labelled samples into a set of the workspace')
      .argument('<FILE>', 'CSV, TSV, JSON, JSONL, YAML, Parquet, .xlsx or .ods, or - for standard input')
      .requiredOption('--set <name>', 'name of the new set'),
  )
    .option('--dry-run', 'report only, store nothing')
    .option('--workspace <folder>', workspaceHelp)
    .option('--json', jsonHelp)
    .action((file: string, options: ImportCommandOptions) => importCommand(terminal, file, options));

  program
    .command('export')
    .description('write a sample set to a file; importing it again gives the same set')
    .argument('<SET>', 'name or id of the set')
    .argument('[FILE]', 'where to; standard output without')
    .addOption(new Option('--format <name>', 'instead of the ending of the file').choices(exportFormats))
    .option('--workspace <folder>', workspaceHelp)
    .action((set: string, file: string | undefined, options: ExportOptions) =>
      exportCommand(terminal, set, file, options),
    );

  const evaluate = program
    .command('evaluate')
    .description('score labelled samples with one or several configurations, and report')
    .argument(
      '[FILE]',
      'labelled samples: CSV, TSV, JSON, JSONL, YAML, Parquet, .xlsx or .ods, or - for standard input',
    )
    .option('--set <name>', 'a set of the workspace instead of a file')
    .option('--model <path>', 'GGUF file; can be repeated (default: the starter model)', repeated(asText))
    .option('--readout <name>', `${readouts.join(' or ')}; can be repeated`, repeated(among(readouts)))
    .option('--prompt-version <name>', `${promptVersions.join(', ')}; can be repeated`, repeated(among(promptVersions)))
    .option('--order <name>', `${orders.join(', ')}; can be repeated`, repeated(among(orders)))
    .option('--configuration <file>', 'saved configuration instead of these; can be repeated', repeated(asText))
    .option('--endpoint <name>', 'a SageMaker endpoint instead of a model here; can be repeated', repeated(asText))
    .option('--region <region>', 'of --endpoint (default: AWS_REGION)')
    .option('--profile <name>', 'of the shared AWS files, for --endpoint (default: AWS_PROFILE)')
    .option('--url <address>', 'a server for decisions instead of a model here; can be repeated', repeated(asText))
    .option('--system-one <model>', 'ask the servers at --url for this model over the System One interface')
    .option('--key-variable <name>', 'environment variable with the key of --url; the key is stored nowhere')
    .option('--price-per-hour <usd>', 'of --endpoint or --url, for the cost of 1,000 decisions', parseNotNegative)
    .option('--temperature <number>', 'divides the logits before the softmax', parsePositive)
    .option('--threads <number>', 'threads (default: physical cores, less one)', parseCount)
    .option('--gpu-layers <number>', 'layers on the GPU: auto, or how many', parseLayers, 'auto' as const)
    .option('--context <tokens>', 'context size', parseCount, defaultSettings.engine.contextTokens)
    .addOption(new Option('--mode <name>', 'reproducible, or fast').choices(modes).default('reproducible'))
    .option('--min-accuracy <share>', 'demand: the lower end of the interval reaches it', parseShare)
    .option('--max-brier <number>', 'demand: the upper end of the interval is at most this', parseNotNegative)
    .option('--max-log-loss <number>', 'demand: the upper end of the interval is at most this', parseNotNegative)
    .option('--workspace <folder>', 'workspace folder (default: that of the app; for a FILE, one that is thrown away)');
  withReport(withReading(evaluate)).action(async (file: string | undefined, options: EvaluateOptions) =>
    demand(await evaluateCommand(terminal, file, options)),
  );

  withReport(
    program
      .command('compare')
      .description('compare runs, or files of predictions, with a baseline')
      .argument('[WHAT...]', 'runs by id or name, or files as of stats')
      .option('--set <name>', 'all finished runs over this set')
      .option('--workspace <folder>', workspaceHelp),
  ).action((what: string[], options: CompareOptions) => compareCommand(terminal, what, options));

  program
    .command('calibrate')
    .description('fit temperature, prior and threshold on one part of a run, judge them on the other')
    .argument('<RUN>', 'id or name of a run')
    .option('--temperature', 'fit one temperature')
    .option('--prior', 'fit a bias for each option')
    .option('--target <accuracy>', 'the lowest threshold whose bound reaches it', parseTarget)
    .option('--per-option <accuracy>', 'the same for each option', parseTarget)
    .option('--confidence <number>', 'a threshold of your own; --target judges it', parseShare)
    .option('--costs <file>', '{"wrong": [[cost]] by true and chosen option, "abstain": cost}')
    .option('--fallback <option>', 'what happens below the threshold (default: abstain)')
    .option('--save <name>', 'save the configuration in the workspace')
    .option('--output <file>', 'write it to a file, and save it in the workspace too')
    .option('--workspace <folder>', workspaceHelp)
    .option('--json', jsonHelp)
    .action(async (run: string, options: CalibrateOptions) => demand(await calibrateCommand(terminal, run, options)));

  program
    .command('verify')
    .description('judge a saved configuration on a run over newer samples')
    .argument('<CONFIGURATION>', 'file of a saved configuration')
    .argument('<RUN>', 'id or name of a run with its model and settings')
    .option('--workspace <folder>', workspaceHelp)
    .option('--json', jsonHelp)
    .action(async (file: string, run: string, options: { workspace?: string; json?: true }) =>
      demand(await verifyCommand(terminal, file, run, options)),
    );

  program
    .command('stats')
    .description('every statistic of predictions made anywhere; paired when there are two files')
    .argument(
      '<A.jsonl>',
      'a line: {"id", "label", "group" (optional), "probabilities": {option: p}}; - for standard input',
    )
    .argument('[B.jsonl]', 'predictions of the same samples; the differences are A − B')
    .option('--json', jsonHelp)
    .option('--target <accuracy>', 'threshold that reaches it; can be repeated', repeated(parseShare))
    .option('--ordered', 'the options are levels in their order: adds the ordinal measures')
    .option('--bins <number>', 'further numbers of calibration bins; can be repeated', repeated(parseCount))
    .option('--seed <number>', 'of the random draws', parseSeed)
    .option('--draws <number>', 'of the bootstrap', parseDraws)
    .option('--by-group', 'resample groups instead of samples')
    .action((a: string, b: string | undefined, options: StatsOptions) => statsCommand(terminal, a, b, options));
}

/** Options that say how a file of samples is read. */
function withReading(command: Command): Command {
  return command
    .option('--decision <file>', 'decision file: its question and options are what the samples are asked')
    .option('--question <text>', 'a new decision of this question, with the labels as options')
    .option('--mixed', 'each sample brings its own question')
    .addOption(new Option('--as <format>', 'what the rows mean (default: as recognised)').choices(formatNames))
    .option('--map <role=column>', 'evidence, label, id, group, note, options…; can be repeated', repeated(asText))
    .addOption(new Option('--encoding <name>', 'of a text file').choices(textEncodings))
    .addOption(new Option('--separator <character>', 'of a table').choices(separators))
    .option('--sheet <name>', 'of a spreadsheet')
    .option('--pick <question>', 'which of the rows’ questions')
    .addOption(
      new Option('--annotations <rule>', 'what counts when people disagree').choices(['majority', 'first', 'skip']),
    )
    .addOption(new Option('--labels-are <reading>', 'how labels name options').choices(labelReadings))
    .option('--ignore-case', 'labels may differ from options in case and white space')
    .option('--no-ignore-case', 'they may not')
    .option('--label <text=option>', 'what a label that is no option means; can be repeated', repeated(asText))
    .option('--leave-out-faulty', 'leave out rows that cannot be used');
}

/** Options of a report. */
function withReport(command: Command): Command {
  return command
    .option('--baseline <name>', 'what the others are compared with (default: the largest file, of files the first)')
    .option('--margin <share>', 'accuracy that may be lost and still be good enough (default: 0.02)', parseShare)
    .addOption(new Option('--part <name>', 'which labelled samples count').choices(['all', 'tune', 'test']))
    .option('--leave-out-disputed', 'samples on whose label people disagree do not count')
    .option('--seed <number>', 'of the random draws', parseSeed)
    .option('--draws <number>', 'of the bootstrap', parseDraws)
    .addOption(new Option('--format <name>', 'form of the report').choices(reportFormats))
    .option('--json', 'the same as --format json')
    .option('--output <file>', 'write the report to a file, in the form of its ending');
}
