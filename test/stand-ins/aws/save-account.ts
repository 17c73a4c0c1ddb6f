import { deserialize, serialize } from 'node:v8';
import type { MemoryBackend } from './memory/open-memory.ts';
import type { AwsStandIn } from './open-aws.ts';

/** Everything that is in the account, as bytes; what was injected and what was called is no part of it. */
export function saveAccount(aws: AwsStandIn<MemoryBackend>): Buffer {
  return serialize(stateOf(aws));
}

/** Puts the account back into the state that was saved. */
export function restoreAccount(aws: AwsStandIn<MemoryBackend>, saved: Buffer): void {
  const state: ReturnType<typeof stateOf> = deserialize(saved);
  for (const [index, list] of lists(aws).entries()) list.splice(0, list.length, ...(state.lists[index] ?? []));
  refill(aws.backend.s3.buckets, state.buckets);
  refill(aws.codebuild.tokens, state.tokens);
  aws.backend.s3.count = state.uploads;
}

type Parts = Pick<AwsStandIn<MemoryBackend>, 'sagemaker' | 'codebuild' | 'scaling' | 'backend'>;

function stateOf(aws: Parts) {
  const { buckets, count } = aws.backend.s3;
  return { lists: lists(aws), buckets, tokens: aws.codebuild.tokens, uploads: count };
}

function lists({ sagemaker, codebuild, scaling, backend }: Parts): unknown[][] {
  return [
    sagemaker.models.items,
    sagemaker.configs.items,
    sagemaker.endpoints.items,
    codebuild.projects.items,
    codebuild.builds,
    scaling.targets,
    backend.iam.roles.items,
    backend.ecr.repositories.items,
    backend.logs.groups.items,
  ];
}

function refill<V>(map: Map<string, V>, from: ReadonlyMap<string, V>): void {
  map.clear();
  for (const [key, value] of from) map.set(key, value);
}
