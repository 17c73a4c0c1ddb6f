import {
  BatchGetBuildsCommand,
  type Build,
  ListBuildsForProjectCommand,
  StartBuildCommand,
  StopBuildCommand,
} from '@aws-sdk/client-codebuild';
import { Fault } from '../../../adapter/fault.ts';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import { waitFor } from '../aws/wait-for.ts';
import type { ResourceOf } from '../plan/resource.ts';
import { followLog } from '../resources/log-group.ts';
import { recordFailure, withNewRole } from './ensure.ts';
import type { Sitting } from './sitting.ts';

const LOOK_MS = 10_000;
/** Beside the build's own limit: it may wait for a machine first. */
const QUEUE_MINUTES = 60;
/** Of a failed build, shown with the fault. */
const LAST_LINES = 20;

/**
 * Runs the project's build and waits for its success, or goes on watching one that runs. What it writes streams into the
 * log. A build that was begun by a process that was killed is found again.
 * @throws Fault CLOUD_FAILED with the last lines when it fails
 */
export async function runBuild(
  sitting: Sitting,
  project: ResourceOf<'model-project'> | ResourceOf<'image-project'>,
  from: 'model-build' | 'image-build',
): Promise<void> {
  const { aws, journal, signal, tell } = sitting;
  const { key, name } = project;
  try {
    const id = (await findRunning(sitting, project)) ?? (await start(sitting, project));
    tell({ news: 'words', words: `Build ${id} runs.` });
    // The stream is of this build alone, so that no clock has to agree; its name is what follows the project's in the id.
    const stream = id.slice(id.indexOf(':') + 1);
    const read = followLog(aws, `/aws/codebuild/${name}`, stream, new Date(0));
    const last: string[] = [];
    const follow = async () => {
      const lines = await read(signal);
      if (lines.length === 0) return;
      last.push(...lines.map(({ text }) => text));
      last.splice(0, last.length - LAST_LINES);
      tell({ news: 'log', from, lines });
    };
    const minutes = (project.input.timeoutInMinutes ?? QUEUE_MINUTES) + QUEUE_MINUTES;
    const build = await waitFor({
      look: async () => {
        const found = await getBuild(aws, id, signal);
        await follow();
        return found.buildComplete === true ? found : null;
      },
      every: LOOK_MS,
      atMost: minutes * 60_000,
      clock: aws.clock,
      signal,
      what: `the build ${id}`,
      next: 'Look at it in the console; go on when it has ended.',
    });
    if (build.buildStatus !== 'SUCCEEDED') throw buildFault(build, id, last);
    const facts = { build_id: id, ended_build_id: id };
    await journal.add({ type: 'outcome', key, effect: 'build', result: 'done', facts, fault: null });
  } catch (error) {
    await recordFailure(sitting, key, 'build', error);
    throw error;
  }
}

/**
 * The project's newest build, when it runs still, or when it came to its end since anybody looked: the project is of this
 * deployment alone, and so are its builds.
 */
async function findRunning(
  { aws, journal, signal }: Sitting,
  { key, name }: ResourceOf<'model-project'> | ResourceOf<'image-project'>,
): Promise<string | null> {
  const { build_attempt, ended_build_id } = journal.state().resources.get(key)?.facts ?? {};
  if (build_attempt === undefined) return null;
  const build = await newestBuild(aws, name, signal);
  if (build?.id === undefined || build.id === ended_build_id) return null;
  if (build.buildComplete === true && build.buildStatus !== 'SUCCEEDED') return null;
  await journal.add({ type: 'noted', key, facts: { build_id: build.id } });
  return build.id;
}

async function start(
  sitting: Sitting,
  { key, kind, name }: ResourceOf<'model-project'> | ResourceOf<'image-project'>,
): Promise<string> {
  const { plan, aws, journal, signal } = sitting;
  const before = journal.state().resources.get(key)?.facts.build_attempt;
  const build_attempt = (typeof before === 'number' ? before : 0) + 1;
  await journal.add({ type: 'intent', key, effect: 'build', facts: { build_attempt } });
  const { build } = await withNewRole(sitting, () =>
    aws.call('codebuild:StartBuild', signal, (options) =>
      aws.codebuild().send(
        // The token makes a repeated call the same build. Of each project its own: the same with another project is refused.
        new StartBuildCommand({
          projectName: name,
          idempotencyToken: `${plan.deployment_id}-${kind}-${build_attempt}`,
        }),
        options,
      ),
    ),
  );
  if (build?.id === undefined) throw new Fault('CLOUD_FAILED', 'CodeBuild began a build without an id.', 'Go on.');
  await journal.add({ type: 'noted', key, facts: { build_id: build.id } });
  return build.id;
}

async function getBuild(aws: Aws, id: string, signal: AbortSignal): Promise<Build> {
  const { builds } = await aws.call('codebuild:BatchGetBuilds', signal, (options) =>
    aws.codebuild().send(new BatchGetBuildsCommand({ ids: [id] }), options),
  );
  const build = builds?.[0];
  if (build !== undefined) return build;
  throw new Fault('NOT_FOUND', `The build ${id} is not there any more.`, 'Go on: another one is started.');
}

async function newestBuild(aws: Aws, projectName: string, signal: AbortSignal): Promise<Build | null> {
  const { ids } = await aws.call('codebuild:ListBuildsForProject', signal, (options) =>
    aws.codebuild().send(new ListBuildsForProjectCommand({ projectName, sortOrder: 'DESCENDING' }), options),
  );
  const [id] = ids ?? [];
  return id === undefined ? null : getBuild(aws, id, signal);
}

/** A build that is stopped ends within seconds. */
const STOP_MS = 5 * 60_000;

/** Stops the project's build, if one runs, and waits for its end: until then it costs, and writes image and log. */
export async function stopBuilds(aws: Aws, projectName: string, signal: AbortSignal): Promise<void> {
  try {
    const build = await newestBuild(aws, projectName, signal);
    if (build?.id === undefined || build.buildComplete === true) return;
    const { id } = build;
    await aws.call('codebuild:StopBuild', signal, (options) =>
      aws.codebuild().send(new StopBuildCommand({ id }), options),
    );
    await waitFor({
      look: async () => ((await getBuild(aws, id, signal)).buildComplete === true ? true : null),
      every: LOOK_MS,
      atMost: STOP_MS,
      clock: aws.clock,
      signal,
      what: `the end of the build ${id}, which was stopped`,
      next: 'It costs by the minute. Look at it in the console, then try again.',
    });
  } catch (error) {
    if (!isAwsFault(error, 'absent')) throw error;
  }
}

function buildFault(build: Build, id: string, last: readonly string[]): Fault {
  const failed = build.phases?.find(({ phaseStatus }) => phaseStatus !== undefined && phaseStatus !== 'SUCCEEDED');
  const why = failed?.contexts?.map(({ message }) => message ?? '').join(' ') ?? '';
  const where = failed?.phaseType === undefined ? '' : ` in its phase ${failed.phaseType}`;
  return new Fault(
    'CLOUD_FAILED',
    `The build ${id} ended as ${build.buildStatus ?? 'unknown'}${where}${why === '' ? '.' : `: ${why}`}`,
    'Read the log of the build, change what is at fault, then go on from this step.',
    { fields: last.length === 0 ? [] : [{ path: 'log', message: last.join('\n') }] },
  );
}
