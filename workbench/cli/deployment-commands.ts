import { type Command, Option } from 'commander';
import { undoChoices } from '../deployment/plan/resource.ts';
import { accelerators, deploymentPaths, PROVISION_SECONDS } from '../deployment/plan/target.ts';
import { checklistCommand } from './checklist-command.ts';
import { type DeployOptions, deployCommand, imageCommand } from './deploy-command.ts';
import { type EndpointsOptions, endpointsCommand } from './endpoints-command.ts';
import { type InvokeOptions, invokeCommand } from './invoke-command.ts';
import {
  among,
  asText,
  parseCount,
  parseGpuLayers,
  parsePositive,
  parseRegion,
  parseTarget,
  repeated,
} from './parse-option.ts';
import { resumeCommand } from './resume-command.ts';
import { type TeardownOptions, teardownCommand } from './teardown-command.ts';
import type { Terminal } from './terminal.ts';
import { type UpdateOptions, updateCommand } from './update-command.ts';

const jsonHelp = 'JSON instead of text';
const workspaceHelp = 'workspace folder (default: that of the app)';

/**
 * The commands for what runs in an AWS account. They keep the same journal as the app.
 * @param onUnmet told when it was done, and the endpoint does not answer as this machine does
 */
export function addDeploymentCommands(program: Command, terminal: Terminal, onUnmet: () => void): void {
  const demand = (met: boolean): void => {
    if (!met) onUnmet();
  };

  const deploy = withPlan(program.command('deploy').description('plan a deployment to SageMaker, or make it'))
    .addOption(
      new Option('--path <name>', 'decisions (probabilities) or standard (text)')
        .choices(deploymentPaths)
        .default('decisions'),
    )
    .option(
      '--name <name>',
      'of the endpoint (default: SEMIF_ENDPOINT_NAME or STANDARD_ENDPOINT_NAME, else of the decision)',
    )
    .option('--decision <text>', 'what it decides, as people call it')
    .option('--checklist', 'print what to look at before the first deployment, and end')
    .option('--samples <set>', 'a set of the workspace that the check scores here and there')
    .option('--check-file <file>', 'a decision file instead (default: the example)');
  withMachine(withModel(withAccount(deploy))).action(async (options: DeployOptions & { checklist?: true }) =>
    options.checklist ? checklistCommand(terminal, options) : demand(await deployCommand(terminal, options)),
  );

  withAccount(withPlan(program.command('image').description('build the image alone, and print it by its digest')))
    .addOption(new Option('--accelerator <name>', 'what it is for').choices(accelerators).default('cpu'))
    .action(async (options: DeployOptions) => demand(await imageCommand(terminal, options)));

  withRegions(program.command('endpoints').description('what of ours runs, what it costs, and what is left over'))
    .option('--expired', 'only those whose expiry has passed')
    .option('--json', jsonHelp)
    .option('--workspace <folder>', workspaceHelp)
    .action((options: EndpointsOptions) => endpointsCommand(terminal, options));

  withRegions(
    program
      .command('invoke')
      .description('ask an endpoint once')
      .argument('<ENDPOINT>', 'its name')
      .argument('[FILE]', 'a decision, or a request as JSON; - for standard input'),
  )
    .option('--message <text>', 'for the standard path: what to say to the model')
    .option('--json', jsonHelp)
    .option('--workspace <folder>', workspaceHelp)
    .action((name: string, file: string | undefined, options: InvokeOptions) =>
      invokeCommand(terminal, name, file, options),
    );

  const update = withPlan(
    program
      .command('update')
      .description('put another configuration, model or machine behind an endpoint, or go back')
      .argument('<ENDPOINT>', 'its name, or the deployment’s id'),
  ).option('--roll-back', 'go back to the endpoint configuration before');
  withMachine(withModel(update))
    .option('--region <name>', 'of the endpoint, to go back', parseRegion)
    .option('--profile <name>', 'profile of the shared AWS files, to go back')
    .option('--role-arn <arn>', 'role of the endpoint')
    .option('--codebuild-role-arn <arn>', 'role of the builds')
    .action(async (name: string, options: UpdateOptions) => demand(await updateCommand(terminal, name, options)));

  withRegions(
    program
      .command('teardown')
      .description('delete an endpoint, and what belongs to it')
      .argument('[NAME]', 'endpoint, or the deployment’s id'),
  )
    .option('--expired', 'every endpoint whose expiry has passed')
    .option('--all', 'everything that the journal or the tags prove to be ours')
    .option('--also <what>', `${undoChoices.join(', ')}; can be repeated`, repeated(among(undoChoices)))
    .option('--everything', 'all of these')
    .option('--yes', 'do it; without, it is only said')
    .option('--json', jsonHelp)
    .option('--workspace <folder>', workspaceHelp)
    .action((name: string | undefined, options: TeardownOptions) => teardownCommand(terminal, name, options));

  program
    .command('resume')
    .description('go on with a deployment that was stopped, killed or failed')
    .argument('[DEPLOYMENT]', 'its id, or the endpoint’s name (default: the newest)')
    .option('--json', jsonHelp)
    .option('--workspace <folder>', workspaceHelp)
    .action(async (named: string | undefined, options: { json?: true; workspace?: string }) =>
      demand(await resumeCommand(terminal, named, options)),
    );
}

function withPlan(command: Command): Command {
  return command
    .option('--plan', 'say what would be made, and what it would cost')
    .option('--yes', 'make it; it costs until it is deleted')
    .option('--json', jsonHelp)
    .option('--workspace <folder>', workspaceHelp);
}

/** Whose account, where, and with which roles. */
function withAccount(command: Command): Command {
  return command
    .option('--region <name>', 'region (default: AWS_REGION, else that of the profile)', parseRegion)
    .option('--profile <name>', 'profile of the shared AWS files (default: AWS_PROFILE)')
    .option('--bucket <name>', 'bucket that exists (default: ARTIFACT_BUCKET, else one is made)')
    .option('--codebuild-role-arn <arn>', 'role of the builds (default: CODEBUILD_ROLE_ARN, else one is made)')
    .option('--role-arn <arn>', 'role of the endpoint (default: SAGEMAKER_ROLE_ARN, else one is made)')
    .option('--expires <when>', '8h, 3d, a date, or never: a tag, which teardown --expired obeys');
}

/** What runs there. */
function withModel(command: Command): Command {
  return command
    .option('--configuration <name>', 'saved configuration: a file, its name or its hash')
    .option('--model <path>', 'GGUF file of this machine')
    .option(
      '--hub-model <file>',
      'owner/name@commit/file.gguf, fetched in CodeBuild; without a commit by the stock container',
    )
    .option('--hub-sha256 <sha256>', 'checksum of that file')
    .option('--model-data-url <url>', 's3://… of a model that was packaged before')
    .option('--image-uri <uri>', 'image that exists, by digest: repository@sha256:…');
}

/** On what it runs. */
function withMachine(command: Command): Command {
  return command
    .addOption(new Option('--accelerator <name>', 'cpu or gpu (default: what the type has)').choices(accelerators))
    .option('--instance-type <type>', 'the one type (default on the CPU: ml.c6i.8xlarge)')
    .option('--instance-pool <type>', 'a type to try, for GPUs; repeat in order', repeated(asText))
    .option('--instances <number>', 'how many, or with --max-instances the fewest', parseCount)
    .option('--max-instances <number>', 'the provider scales up to as many', parseCount)
    .option('--calls-per-minute <number>', 'calls an instance is to have when it scales (default: 60)', parsePositive)
    .option('--threads <number>', 'threads of the engine (default: vCPUs of the type)', parseCount)
    .option('--gpu-layers <number>', 'layers on the GPU; -1 for all', parseGpuLayers)
    .option('--context <tokens>', 'context size', parseCount)
    .option('--decisions-per-request <number>', 'that the time is estimated for, up to 8', parseCount)
    .option(
      '--provision-timeout <seconds>',
      `how long to look for a free machine, ${PROVISION_SECONDS.min} to ${PROVISION_SECONDS.max} (default: ${PROVISION_SECONDS.usual})`,
      parseCount,
    )
    .option('--check-samples <number>', 'samples of the check (default: 20)', parseCount)
    .option('--disagreement-limit <number>', 'difference in probability that the check lets pass', parseTarget);
}

/** Where to look. */
function withRegions(command: Command): Command {
  return command
    .option(
      '--region <name>',
      'region; can be repeated (default: AWS_REGION, and those of our deployments)',
      repeated(parseRegion),
    )
    .option('--profile <name>', 'profile of the shared AWS files (default: AWS_PROFILE)');
}
