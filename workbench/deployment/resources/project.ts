import {
  BatchGetProjectsCommand,
  CreateProjectCommand,
  type CreateProjectCommandInput,
  DeleteProjectCommand,
  UpdateProjectCommand,
} from '@aws-sdk/client-codebuild';
import type { Aws } from '../aws/open-aws.ts';
import { type Seen, sameValue } from './seen.ts';

export async function lookAtProject(
  aws: Aws,
  name: string,
  input: CreateProjectCommandInput | null,
  signal: AbortSignal,
): Promise<Seen | null> {
  const { projects } = await aws.call('codebuild:BatchGetProjects', signal, (options) =>
    aws.codebuild().send(new BatchGetProjectsCommand({ names: [name] }), options),
  );
  const found = projects?.[0];
  if (found === undefined) return null;
  const tags = Object.fromEntries((found.tags ?? []).flatMap(({ key, value }) => (key ? [[key, value ?? '']] : [])));
  // The service fills in what was not said, so only what is built, with what and as whom is compared.
  const same =
    input === null ||
    (sameValue(found.source?.buildspec, input.source?.buildspec) &&
      sameValue(found.source?.location, input.source?.location) &&
      sameValue(found.environment?.image, input.environment?.image) &&
      sameValue(found.environment?.environmentVariables ?? [], input.environment?.environmentVariables ?? []) &&
      sameValue(found.serviceRole, input.serviceRole));
  return {
    tags,
    facts: { arn: found.arn ?? null },
    differs: same ? null : 'it was made by another version of the app',
  };
}

export async function createProject(aws: Aws, input: CreateProjectCommandInput, signal: AbortSignal): Promise<void> {
  await aws.call('codebuild:CreateProject', signal, (options) =>
    aws.codebuild().send(new CreateProjectCommand(input), options),
  );
}

export async function updateProject(aws: Aws, input: CreateProjectCommandInput, signal: AbortSignal): Promise<void> {
  await aws.call('codebuild:UpdateProject', signal, (options) =>
    aws.codebuild().send(new UpdateProjectCommand(input), options),
  );
}

/** Removing one that is gone is no fault to this service. */
export async function removeProject(aws: Aws, name: string, signal: AbortSignal): Promise<void> {
  await aws.call('codebuild:DeleteProject', signal, (options) =>
    aws.codebuild().send(new DeleteProjectCommand({ name }), options),
  );
}
