import { z } from 'zod';
import { arn } from './account.ts';
import {
  type AwsCall,
  type AwsInput,
  AwsRefusal,
  type AwsReply,
  isRecord,
  recordsOf,
  textOf,
  textsOf,
} from './aws-call.ts';
import { jsonReply } from './replies.ts';
import { type Item, Shelf } from './shelf.ts';

const variables = z.array(
  z.strictObject({
    name: z.string().min(1),
    value: z.string(),
    type: z.enum(['PLAINTEXT', 'PARAMETER_STORE', 'SECRETS_MANAGER']).optional(),
  }),
);
const tags = z.array(z.strictObject({ key: z.string().min(1).max(127), value: z.string().max(255) })).max(50);
const projectSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9\-_]{1,149}$/),
  description: z.string().max(255).optional(),
  source: z.looseObject({
    type: z.enum(['S3', 'NO_SOURCE']),
    buildspec: z.string().optional(),
    location: z.string().optional(),
  }),
  artifacts: z.looseObject({ type: z.enum(['S3', 'NO_ARTIFACTS']) }),
  environment: z.strictObject({
    type: z.enum(['LINUX_CONTAINER', 'ARM_CONTAINER', 'LINUX_GPU_CONTAINER']),
    image: z.string().min(1),
    computeType: z.string().regex(/^BUILD_/),
    environmentVariables: variables.optional(),
    privilegedMode: z.boolean().optional(),
    imagePullCredentialsType: z.enum(['CODEBUILD', 'SERVICE_ROLE']).optional(),
  }),
  serviceRole: z.string().regex(/^arn:aws[a-z-]*:iam::\d{12}:role\//),
  timeoutInMinutes: z.int().min(5).max(2160).optional(),
  queuedTimeoutInMinutes: z.int().min(5).max(480).optional(),
  concurrentBuildLimit: z.int().min(1).optional(),
  logsConfig: z.looseObject({}).optional(),
  cache: z.looseObject({}).optional(),
  tags: tags.optional(),
});
const buildSchema = z.strictObject({
  projectName: z.string(),
  idempotencyToken: z.string().optional(),
  environmentVariablesOverride: variables.optional(),
  sourceLocationOverride: z.string().optional(),
  sourceTypeOverride: z.enum(['S3', 'NO_SOURCE']).optional(),
  sourceVersion: z.string().optional(),
  buildspecOverride: z.string().optional(),
  artifactsOverride: z.looseObject({}).optional(),
  timeoutInMinutesOverride: z.int().optional(),
  privilegedModeOverride: z.boolean().optional(),
  imageOverride: z.string().optional(),
  computeTypeOverride: z.string().optional(),
});

export interface Build {
  id: string;
  arn: string;
  project: Item;
  input: AwsInput;
  /** Of the project and of the build, the latter first. */
  variables: Record<string, string>;
  status: 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED' | 'STOPPED';
  phase: string;
  /** Times that it was looked at. */
  looks: number;
  message: string;
  group: string;
  stream: string;
}

export interface BuildOutcome {
  /** What the build writes; it appears while the build runs. */
  log: string[];
  /** null for a success. */
  failure: { phase: string; message: string } | null;
}

/** What is done by a build that runs. Its effects happen when it is looked at for the second time. */
export type RunBuild = (build: Build) => Promise<BuildOutcome>;

const PHASES = ['SUBMITTED', 'PROVISIONING', 'PRE_BUILD', 'BUILD', 'POST_BUILD', 'UPLOAD_ARTIFACTS', 'FINALIZING'];

/** Projects and builds of CodeBuild, which go one phase further with every look at them. */
export class CodeBuild {
  readonly projects = new Shelf();
  readonly builds: Build[] = [];
  /** Builds by the token that they were started with. */
  readonly tokens = new Map<string, Build>();
  private readonly run: RunBuild;
  private readonly writeLog: (build: Build, lines: string[]) => Promise<void>;
  /** Lets builds run for ever. */
  stuck = false;

  constructor(run: RunBuild, writeLog: (build: Build, lines: string[]) => Promise<void>) {
    this.run = run;
    this.writeLog = writeLog;
  }

  async answer({ action, input, region }: AwsCall): Promise<AwsReply> {
    return jsonReply(await this.act(action, input, region));
  }

  private async act(action: string, input: AwsInput, region: string): Promise<AwsInput> {
    switch (action) {
      case 'CreateProject': {
        const { name } = check(projectSchema, input);
        if (this.projects.find(region, name) !== undefined) {
          throw new AwsRefusal(
            'ResourceAlreadyExistsException',
            `Project already exists: ${arn('codebuild', region, `project/${name}`)}`,
          );
        }
        const project = { name, region, arn: arn('codebuild', region, `project/${name}`), input, created: 0, tags: [] };
        return { project: describe(this.projects.add(project)) };
      }
      case 'UpdateProject': {
        const project = this.project(region, textOf(input, 'name'));
        project.input = check(projectSchema, { ...project.input, ...input });
        return { project: describe(project) };
      }
      case 'BatchGetProjects': {
        const names = textsOf(input.names);
        const found = names.flatMap((name) => this.projects.find(region, name) ?? []);
        const missing = names.filter((name) => this.projects.find(region, name) === undefined);
        return { projects: found.map(describe), projectsNotFound: missing };
      }
      case 'ListProjects':
        return { projects: this.projects.items.filter((item) => item.region === region).map(({ name }) => name) };
      case 'DeleteProject': {
        const project = this.projects.find(region, textOf(input, 'name'));
        if (project === undefined) return {};
        this.projects.remove(project);
        for (const [token, build] of this.tokens) if (build.project === project) this.tokens.delete(token);
        return {};
      }
      case 'StartBuild':
        return { build: describeBuild(this.start(check(buildSchema, input), region)) };
      case 'BatchGetBuilds': {
        const ids = textsOf(input.ids);
        const found = this.builds.filter(({ id, project }) => ids.includes(id) && project.region === region);
        for (const build of found) await this.advance(build);
        const missing = ids.filter((id) => !found.some((build) => build.id === id));
        return { builds: found.map(describeBuild), buildsNotFound: missing };
      }
      case 'StopBuild': {
        const build = this.builds.find(({ id }) => id === input.id);
        if (build === undefined) throw new AwsRefusal('ResourceNotFoundException', 'Build cannot be found');
        if (build.status === 'IN_PROGRESS') Object.assign(build, { status: 'STOPPED', phase: 'COMPLETED' });
        return { build: describeBuild(build) };
      }
      case 'ListBuildsForProject': {
        const project = this.project(region, textOf(input, 'projectName'));
        const ids = this.builds.filter((build) => build.project === project).map(({ id }) => id);
        return { ids: ids.reverse() };
      }
      default:
        throw new AwsRefusal('UnknownOperationException', `No such operation: ${action}`);
    }
  }

  private project(region: string, name: string): Item {
    const words = `Project cannot be found: ${arn('codebuild', region, `project/${name}`)}`;
    return this.projects.get(region, name, () => new AwsRefusal('ResourceNotFoundException', words));
  }

  private start(input: z.infer<typeof buildSchema>, region: string): Build {
    const project = this.project(region, input.projectName);
    const token = input.idempotencyToken;
    const before = token === undefined ? undefined : this.tokens.get(token);
    if (before !== undefined && before.project !== project) {
      throw new AwsRefusal('InvalidInputException', 'Parameters do not match those of the build with this token');
    }
    if (before !== undefined) return before;
    const environment = isRecord(project.input.environment) ? project.input.environment : {};
    const entries = [...recordsOf(environment.environmentVariables), ...recordsOf(input.environmentVariablesOverride)];
    const number = String(this.builds.length + 1).padStart(12, '0');
    const id = `${project.name}:00000000-0000-4000-8000-${number}`;
    const build: Build = {
      id,
      arn: arn('codebuild', region, `build/${id}`),
      project,
      input,
      variables: Object.fromEntries(entries.map((entry) => [textOf(entry, 'name'), textOf(entry, 'value')])),
      status: 'IN_PROGRESS',
      phase: 'SUBMITTED',
      looks: 0,
      message: '',
      group: `/aws/codebuild/${project.name}`,
      stream: `00000000-0000-4000-8000-${number}`,
    };
    this.builds.push(build);
    if (token !== undefined) this.tokens.set(token, build);
    return build;
  }

  private async advance(build: Build): Promise<void> {
    build.looks += 1;
    if (build.status !== 'IN_PROGRESS' || this.stuck) return;
    if (build.looks === 1) {
      build.phase = 'BUILD';
      await this.writeLog(build, ['[Container] Entering phase BUILD']);
      return;
    }
    const { log, failure } = await this.run(build);
    await this.writeLog(build, log);
    build.phase = failure?.phase ?? 'COMPLETED';
    build.status = failure === null ? 'SUCCEEDED' : 'FAILED';
    build.message = failure?.message ?? '';
  }
}

function describe({ input, arn: address }: Item): AwsInput {
  return { ...input, arn: address, created: 1_767_225_600, lastModified: 1_767_225_600 };
}

function describeBuild(build: Build): AwsInput {
  const done = build.status !== 'IN_PROGRESS';
  const last = done && build.phase !== 'COMPLETED' ? build.phase : done ? 'FINALIZING' : build.phase;
  const phases = PHASES.slice(0, PHASES.indexOf(last) + 1).map((phaseType, index, all) => {
    const failed = done && index === all.length - 1 && build.status !== 'SUCCEEDED';
    const open = !done && index === all.length - 1;
    return {
      phaseType,
      startTime: 1_767_225_600 + index,
      ...(open ? {} : { phaseStatus: failed ? build.status : 'SUCCEEDED', endTime: 1_767_225_601 + index }),
      ...(failed ? { contexts: [{ message: build.message, statusCode: 'COMMAND_EXECUTION_ERROR' }] } : {}),
    };
  });
  return {
    id: build.id,
    arn: build.arn,
    projectName: build.project.name,
    buildStatus: build.status,
    buildComplete: done,
    currentPhase: done ? 'COMPLETED' : build.phase,
    startTime: 1_767_225_600,
    ...(done ? { endTime: 1_767_225_900 } : {}),
    phases,
    logs: { groupName: build.group, streamName: build.stream },
    environment: {
      environmentVariables: Object.entries(build.variables).map(([name, value]) => ({
        name,
        value,
        type: 'PLAINTEXT',
      })),
    },
  };
}

function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const words = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  throw new AwsRefusal('InvalidInputException', `Invalid input: ${words}`);
}
