import { Fault } from '../../../adapter/fault.ts';
import type { ResourceOf } from '../plan/resource.ts';
import { putObject } from '../resources/object.ts';
import { ensureObject } from './ensure-object.ts';
import { ensureSimple } from './ensure-simple.ts';
import { findResource, needResource } from './find-resource.ts';
import { runBuild } from './run-build.ts';
import type { Sitting } from './sitting.ts';

/** Makes what a build needs (its role, the source, the project) and runs it. Its log group is noted by its exact name. */
export async function ensureBuild(
  sitting: Sitting,
  project: ResourceOf<'model-project'> | ResourceOf<'image-project'>,
  from: 'model-build' | 'image-build',
): Promise<void> {
  const { plan, material } = sitting;
  await ensureSimple(sitting, findResource(plan, 'build-role'));
  const source = needResource(plan, 'source-object');
  const { sha256, zip } = await material.imageSource();
  if (plan.image.from === 'build' && plan.image.source_sha256 !== sha256) {
    throw new Fault(
      'CONFLICT',
      'The image’s source in this version of the app is another one than was planned.',
      'Plan the deployment again.',
    );
  }
  await ensureObject(sitting, source, null, () => putZip(sitting, source.name, zip, source.tags));
  await ensureSimple(sitting, project);
  await noteLogGroup(sitting, `/aws/codebuild/${project.name}`);
  await runBuild(sitting, project, from);
}

async function putZip(
  { plan, aws, signal }: Sitting,
  key: string,
  bytes: Uint8Array,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  const sha256 = await digest(bytes);
  await putObject(aws, { bucket: plan.bucket, key }, { bytes, sha256, type: 'application/zip', tags }, signal);
}

async function digest(bytes: Uint8Array): Promise<string> {
  // Off the event loop: the source may have megabytes.
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}

/** A service makes it with its first line, so that it is only known by its name. */
export async function noteLogGroup({ plan, journal }: Sitting, name: string): Promise<void> {
  const group = plan.resources.find((resource) => resource.kind === 'log-group' && resource.name === name);
  if (group === undefined) return;
  const { key } = group;
  if (journal.state().resources.get(key)?.presence === 'maybe') return;
  await journal.add({ type: 'intent', key, effect: 'create', facts: {} });
}
