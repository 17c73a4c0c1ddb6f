import { createHash } from 'node:crypto';
import { AwsRefusal } from './aws-call.ts';
import { type Backend, getObjectCall, putObjectCall, serviceCall } from './backend.ts';
import type { Build, BuildOutcome } from './codebuild.ts';
import { digestOf } from './memory/ecr.ts';

/** What builds find, and how they end. */
export interface BuildWorld {
  backend: Backend;
  /** Ends every build with it. */
  failure: BuildOutcome['failure'];
  /** Bytes that the hub has for a pinned file. */
  hubFile: Buffer;
  /** The digest that the registry tells another than the build saw. */
  wrongDigest: boolean;
}

/** Does what the build specifications do, as far as it can be seen from outside. */
export async function runSpecification(build: Build, world: BuildWorld): Promise<BuildOutcome> {
  if (world.failure !== null) return { log: [`[Container] ${world.failure.message}`], failure: world.failure };
  try {
    await readSource(build, world);
    const { IMAGE_TAG, MODEL_FILES } = build.variables;
    if (IMAGE_TAG !== undefined) return await buildImage(build, world);
    if (MODEL_FILES !== undefined) return await buildModel(build, world);
    return failed('no build specification that the stand-in knows');
  } catch (error) {
    if (error instanceof AwsRefusal) return failed(error.message);
    throw error;
  }
}

function failed(message: string): BuildOutcome {
  return { log: [`[Container] ${message}`], failure: { phase: 'BUILD', message } };
}

/** The source is fetched before anything else: a build without one fails in its first phase. */
async function readSource({ project }: Build, { backend }: BuildWorld): Promise<void> {
  const source = project.input.source;
  const location = typeof source === 'object' && source !== null ? String(Reflect.get(source, 'location')) : '';
  const [bucket = '', ...key] = location.split('/');
  const reply = await backend.answer(getObjectCall(project.region, bucket, key.join('/')));
  if (reply.status !== 200) throw new AwsRefusal('NoSuchKey', `The source ${location} is not there.`);
}

async function buildImage({ project, variables }: Build, world: BuildWorld): Promise<BuildOutcome> {
  const { REPOSITORY_URI = '', IMAGE_TAG = '', IMAGE_KIND = '', SOURCE_SHA256 = '' } = variables;
  const repositoryName = REPOSITORY_URI.slice(REPOSITORY_URI.indexOf('/') + 1);
  const imageManifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
    config: { digest: digestOf(`${IMAGE_KIND} ${IMAGE_TAG}`) },
    layers: [],
  });
  const imageDigest = digestOf(imageManifest);
  const put = { repositoryName, imageManifest, imageTag: IMAGE_TAG, imageDigest };
  const { status, body } = await world.backend.answer(serviceCall('ecr', project.region, 'PutImage', put));
  if (status !== 200) return failed(String(body));
  const digest = world.wrongDigest ? digestOf('another') : imageDigest;
  const uri = `${REPOSITORY_URI}@${digest}`;
  const detail = { kind: IMAGE_KIND, uri, tag: IMAGE_TAG, digest, source_sha256: SOURCE_SHA256 };
  await putArtifact(project, world, 'image-detail.json', JSON.stringify(detail));
  return { log: ['Step 1/9 : FROM base', `pushed ${REPOSITORY_URI}:${IMAGE_TAG}`, `digest ${digest}`], failure: null };
}

/** Files that the specification names go where the project says. */
async function putArtifact({ input, region }: Build['project'], { backend }: BuildWorld, name: string, text: string) {
  const { artifacts } = input;
  if (typeof artifacts !== 'object' || artifacts === null) return;
  const folder = String(Reflect.get(artifacts, 'path'));
  const bucket = String(Reflect.get(artifacts, 'location'));
  await backend.answer(putObjectCall(region, bucket, `${folder}/${name}`, text));
}

async function buildModel({ project, variables }: Build, world: BuildWorld): Promise<BuildOutcome> {
  const { MODEL_REPOSITORY, MODEL_REVISION, MODEL_FILES = '', MODEL_SHA256S = '', MODEL_TARGET = '' } = variables;
  const [, bucket = '', target = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(MODEL_TARGET) ?? [];
  const sha256 = createHash('sha256').update(world.hubFile).digest('hex');
  if (sha256 !== MODEL_SHA256S) return failed(`the checksum of ${MODEL_FILES} is ${sha256}, not ${MODEL_SHA256S}`);
  const file = MODEL_FILES.slice(MODEL_FILES.lastIndexOf('/') + 1);
  const gguf = { repo: MODEL_REPOSITORY, revision: MODEL_REVISION, file, sha256 };
  const put = (key: string, body: string | Buffer) =>
    world.backend.answer(putObjectCall(project.region, bucket, key, body));
  if (!target.endsWith('/')) return failed('the stand-in writes no archives');
  await put(`${target}${file}`, world.hubFile);
  await put(`${target}model-manifest.json`, `${JSON.stringify({ gguf }, null, 2)}\n`);
  const files = [{ name: file, bytes: world.hubFile.length, sha256 }];
  const detail = { form: 'prefix', archive: null, files, manifest: { gguf } };
  await putArtifact(project, world, 'model-detail.json', JSON.stringify(detail));
  return { log: [`fetched ${MODEL_FILES}`, `sha256 ${sha256}`], failure: null };
}
