import { PUBLIC_GALLERY, readImageUri } from './arns.ts';
import { DISAGREEMENT } from './default-target.ts';
import { checkEnvironment, environmentOf } from './environment.ts';
import { REQUEST_SECONDS } from './estimate-time.ts';
import { hasGpu, instanceTypes, runsOurImages } from './instance-types.ts';
import type { Finding, TimeEstimate } from './plan.ts';
import type { PlanFacts } from './plan-facts.ts';
import type { Price } from './price.ts';
import { threadsOf, typesOf } from './read-target.ts';
import { isIsolated } from './sagemaker-inputs.ts';
import { EC2_TAG, stockImage } from './stock-image.ts';

/** What the weights need beside themselves: context, buffers, the process. A rough share that warns and never blocks. */
const MEMORY_MARGIN = 1.25;
const GIB = 2 ** 30;

type Severity = Finding['severity'];
type Say = (severity: Severity, about: string, message: string, next: string) => void;

/** Everything that speaks against a target, or has to be known of it, before an account is asked. */
export function judgeTarget(facts: PlanFacts, time: TimeEstimate, price: Price): Finding[] {
  const findings: Finding[] = [];
  const say: Say = (severity, about, message, next) => findings.push({ severity, about, message, next });
  judgePath(facts, say);
  judgeInstances(facts, say);
  judgeImage(facts, say);
  judgeModel(facts, say);
  judgeConfiguration(facts, say);
  judgeTime(time, say);
  judgeMoney(facts, price, say);
  return findings;
}

function judgePath({ target }: PlanFacts, say: Say): void {
  const { path, model, image } = target;
  if (path === 'decisions' && model.from === 'container-hub') {
    say(
      'refusal',
      'model',
      'The decisions image fetches no model itself: its network is closed.',
      'Choose a file, or a pinned file of the hub.',
    );
  }
  if (path === 'decisions' && image.from === 'stock') {
    say(
      'refusal',
      'image',
      'The stock image gives text and no option probabilities.',
      'Build our image, or choose the standard path.',
    );
  }
  if (path === 'standard' && image.from === 'build') {
    say(
      'refusal',
      'image',
      'On the standard path no image is built.',
      'Take the stock image, or name one by its digest.',
    );
  }
  if (path === 'standard') {
    say(
      'note',
      'path',
      'The standard path answers with text and can give no option probabilities.',
      'Our image is worth building only when they are needed.',
    );
  }
}

function judgeInstances({ target }: PlanFacts, say: Say): void {
  const { instances, accelerator, scaling, gpu_layers } = target;
  const types = typesOf(instances);
  const place = (index: number) => (instances.kind === 'one' ? 'instances.type' : `instances.pools[${index}].type`);
  for (const [index, type] of types.entries()) {
    if (!runsOurImages(type)) {
      say(
        'refusal',
        place(index),
        `${type} has another kind of processor than the images are made for.`,
        'Choose a type for x86-64.',
      );
    } else if (accelerator === 'gpu' && !hasGpu(type)) {
      say('refusal', place(index), `${type} has no GPU.`, 'Choose a type with a GPU, or the CPU.');
    } else if (accelerator === 'cpu' && hasGpu(type)) {
      say(
        'refusal',
        place(index),
        `${type} has a GPU that would cost and do nothing.`,
        'Choose a type without one, or the GPU.',
      );
    }
  }
  if (instances.kind === 'pools') {
    if (accelerator === 'cpu') {
      say(
        'refusal',
        'instances',
        'Pools are a fall-back for GPUs, which are scarce; on the CPU one type is used.',
        'Name one type.',
      );
    }
    if (new Set(types).size < types.length) {
      say('refusal', 'instances.pools', 'An instance type is named twice.', 'Name each once.');
    }
    if (new Set(instances.pools.map(({ priority }) => priority)).size < types.length) {
      say('refusal', 'instances.pools', 'Two pools have one priority.', 'Give each its own, 1 first.');
    }
  }
  if (threadsOf(target) === null) {
    say(
      'refusal',
      'threads',
      'The number of vCPUs of the instance type is not known here.',
      'Say how many threads the engine is to use.',
    );
  }
  if (accelerator === 'gpu' && gpu_layers === 0) {
    say('warning', 'gpu_layers', 'No layer would be on the GPU, which costs all the same.', 'Say -1 for all layers.');
  }
  if (scaling.kind === 'bounds' && scaling.min > scaling.max) {
    say('refusal', 'scaling', 'The lower bound is above the upper one.', 'Exchange them.');
  }
}

function judgeImage({ target }: PlanFacts, say: Say): void {
  const { image, region } = target;
  if (image.from !== 'uri') return;
  const [, tag] = /:([^:/@]+)@/.exec(image.uri) ?? [];
  if (tag !== undefined && EC2_TAG.test(tag)) {
    say(
      'refusal',
      'image.uri',
      `${tag} is for EC2: it answers neither /ping nor /invocations, which SageMaker asks.`,
      `Take ${stockImage(target.accelerator, region).tag}.`,
    );
    return;
  }
  const found = readImageUri(image.uri);
  if (image.uri.startsWith(PUBLIC_GALLERY)) {
    say(
      'warning',
      'image.uri',
      'The image is of ECR’s public gallery, so nobody can look beforehand whether it is there.',
      'Name the image of the private registry in the region to be sure.',
    );
  } else if (found === null) {
    say(
      'refusal',
      'image.uri',
      'SageMaker takes images of ECR alone, and this is of another registry.',
      'Push it to ECR in the region, and name it there.',
    );
  } else if (found.region !== region) {
    say(
      'refusal',
      'image.uri',
      `The image is in ${found.region}, and the endpoint in ${region}.`,
      `Push it to ${region}, or deploy to ${found.region}.`,
    );
  }
}

function judgeModel(facts: PlanFacts, say: Say): void {
  const { target, model } = facts;
  const { model: source } = target;
  if (source.from === 'model-data' && !source.url.endsWith('/') && !source.url.endsWith('.tar.gz')) {
    say('refusal', 'model.url', 'A prefix ends with “/”, an archive with “.tar.gz”.', 'Correct the address.');
  }
  if (!isIsolated(facts)) {
    say(
      'warning',
      'model',
      'The container fetches its model from the hub at each start, so its network stays open: no network isolation.',
      'Deploy a file or a pinned file of the hub to keep it closed.',
    );
  }
  const bytes = model.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes === 0) return;
  for (const type of typesOf(target.instances)) {
    const known = instanceTypes[type];
    if (known === undefined) continue;
    const gib = known.gpu?.memory_gib ?? known.memory_gib;
    if (bytes * MEMORY_MARGIN <= gib * GIB) continue;
    const of = known.gpu === null ? 'memory' : `memory of the ${known.gpu.name}`;
    say(
      'warning',
      'model',
      `The model has ${(bytes / GIB).toFixed(1)} GiB, and the ${of} of ${type} is ${gib} GiB.`,
      'Choose a larger type, or a smaller file.',
    );
  }
}

function judgeConfiguration(facts: PlanFacts, say: Say): void {
  const { configuration, target, model } = facts;
  for (const { path, message, limit } of checkEnvironment(environmentOf(facts))) {
    say(
      'refusal',
      path,
      `${message}${limit === undefined ? '' : ` Limit: ${limit}.`}`,
      'Save a configuration with fewer decisions or without old evidence.',
    );
  }
  if (configuration === null) {
    if (target.path === 'decisions') {
      say(
        'note',
        'configuration',
        'Without a configuration the model’s own default is used, uncalibrated.',
        'Save one on the Trust screen.',
      );
    }
    return;
  }
  if (target.path === 'standard') {
    say(
      'warning',
      'configuration',
      'The stock server knows no configuration: it is not used.',
      'Choose the decisions path to use it.',
    );
    return;
  }
  const [file] = model.files;
  if (file !== undefined && file.sha256 !== configuration.model_sha256) {
    say(
      'refusal',
      'configuration',
      `The configuration is for another model file (${configuration.model_sha256.slice(0, 12)}…) than ${file.name}.`,
      'Choose the model that it was fitted for.',
    );
  }
  if ((target.accelerator === 'gpu' || configuration.fast) && target.disagreement_limit < DISAGREEMENT.other) {
    const why = target.accelerator === 'gpu' ? 'A GPU' : 'The fast mode';
    say(
      'note',
      'disagreement_limit',
      `${why} computes in another order, so probabilities differ by more than ${target.disagreement_limit} now and then.`,
      `${DISAGREEMENT.other} is usual there.`,
    );
  }
}

function judgeTime(time: TimeEstimate, say: Say): void {
  const { slow, tooSlow } = REQUEST_SECONDS;
  if (time.verdict === 'too-slow') {
    say(
      'refusal',
      'instances',
      `${time.sentence} The platform stops waiting at ${tooSlow} s.`,
      'Choose a faster type, fewer decisions a request, a smaller model, or a plainer order.',
    );
  } else if (time.verdict === 'slow') {
    say(
      'warning',
      'instances',
      `${time.sentence} Above ${slow} s little is left to the ${tooSlow} s at which the platform stops waiting.`,
      'Choose a faster type or fewer decisions a request.',
    );
  }
}

function judgeMoney({ target, created_at }: PlanFacts, price: Price, say: Say): void {
  if (price.source === 'unknown') {
    say(
      'warning',
      'price',
      `The price is ${price.words}`,
      'Look it up before you confirm: it costs from its start until it is deleted.',
    );
  }
  if (target.expires_at === null) {
    say(
      'note',
      'expires_at',
      'It has no expiry, and costs until it is deleted.',
      'Set a date if it is only for a while.',
    );
  } else if (Date.parse(target.expires_at) <= Date.parse(created_at)) {
    say('refusal', 'expires_at', 'The expiry has passed already.', 'Set a later one, or none.');
  }
}
