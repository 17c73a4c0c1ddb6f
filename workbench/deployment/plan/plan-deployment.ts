import { sentencesFor } from '../snippets/trust-sentences.ts';
import { arnsOf } from './arns.ts';
import { deployerPolicy } from './deployer-policy.ts';
import { estimateTime } from './estimate-time.ts';
import { judgeTarget } from './judge-target.ts';
import { listResources } from './list-resources.ts';
import { nameResources, type PlannedNames } from './names.ts';
import { imageRepositoryArn, placeImage } from './place-image.ts';
import { placeModel } from './place-model.ts';
import type { Plan } from './plan.ts';
import type { PlanFacts } from './plan-facts.ts';
import { freePrice, priceTarget } from './price-target.ts';
import type { ResourceKind } from './resource.ts';
import { isIsolated } from './sagemaker-inputs.ts';
import { tagsOf } from './tags.ts';

/** What is left of a deployment beside its instances. */
const OTHER_COSTS = {
  builds: 'Builds: by the minute, while they run.',
  storage: 'Storage of model, source and image: by the gigabyte and month, until they are removed.',
  logs: 'Logs: by the gigabyte that is written, and for as long as they are kept.',
  transfer: 'Requests and answers: by the gigabyte.',
} as const;

/**
 * The plan: everything that would be made, with names, tags, policies, prices and what undo does. Pure: equal facts give
 * an equal plan.
 */
export function planDeployment(facts: PlanFacts): Plan {
  const plan = planWhole(facts);
  return facts.only === undefined ? plan : onlyImage(plan);
}

/** What an image needs. */
const IMAGE_KINDS: readonly ResourceKind[] = [
  'bucket',
  'build-role',
  'source-object',
  'repository',
  'image-project',
  'image',
];

/** The part of a plan that builds the image: no instance, nothing that runs. */
function onlyImage(plan: Plan): Plan {
  const project = plan.resources.find(({ kind }) => kind === 'image-project');
  const resources = plan.resources.filter(
    ({ kind, name }) =>
      IMAGE_KINDS.includes(kind) || (kind === 'log-group' && name === `/aws/codebuild/${project?.name}`),
  );
  return {
    ...plan,
    only: 'image',
    model: { ...plan.model, file: 'none', data: null },
    resources,
    price: freePrice,
    time: { ...plan.time, verdict: 'unknown', sentence: 'Nothing is started that answers.' },
    other_costs: plan.other_costs.filter((cost) => cost !== OTHER_COSTS.transfer),
    findings: plan.findings.filter(({ about }) => about.startsWith('image')),
    statements: [],
  };
}

function planWhole(facts: PlanFacts): Plan {
  const names = nameResources(facts);
  const arns = arnsOf(facts);
  const image = placeImage(facts, names);
  const model = placeModel(facts, names.bucket);
  const roles = roleArns(facts, names);
  const projects = [
    ...(facts.target.model.from === 'hub' ? [names.modelProject] : []),
    ...(image.from === 'build' ? [names.imageProject] : []),
  ];
  const price = priceTarget(facts.target, facts.prices);
  const time = estimateTime(facts);
  const [firstFile] = facts.model.files;
  const bytes = facts.model.files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    format: 1,
    deployment_id: facts.deployment_id,
    revision: facts.revision,
    created_at: facts.created_at,
    target: facts.target,
    account: facts.account,
    decision: facts.decision,
    configuration:
      facts.configuration === null ? null : { sha256: facts.configuration.sha256, name: facts.configuration.name },
    model: {
      file: firstFile?.name ?? namedFile(facts),
      bytes: bytes === 0 ? null : bytes,
      sha256: firstFile?.sha256 ?? null,
      repository: facts.model.repository,
      revision: facts.model.revision,
      parameters: facts.model.parameters,
      local_path: firstFile?.path ?? null,
      data: model.data === null ? null : { url: model.data.url, compressed: model.data.compressed },
      detail_key: model.detailKey,
    },
    image,
    bucket: names.bucket,
    resources: listResources({ facts, names, arns, tags: tagsOf(facts), image, model, roles, projects, price }),
    deployer_policy: {
      title: 'For the person who deploys',
      document: deployerPolicy(facts, nameResources({ ...facts, revision: 0 }), arns, {
        image,
        stockArn: image.from === 'stock' ? imageRepositoryArn(facts, image) : null,
        projects,
        roles,
      }),
    },
    price,
    other_costs: [
      ...(projects.length > 0 ? [OTHER_COSTS.builds] : []),
      ...(model.objects.length > 0 || image.from === 'build' ? [OTHER_COSTS.storage] : []),
      OTHER_COSTS.logs,
      OTHER_COSTS.transfer,
    ],
    time,
    check: { source: facts.check, samples: facts.target.check_samples, limit: facts.target.disagreement_limit },
    network_isolation: isIsolated(facts),
    findings: judgeTarget(facts, time, price),
    statements: [...sentencesFor(facts.target.path)],
  };
}

/** Whether it may be started. */
export function isRefused(plan: Pick<Plan, 'findings'>): boolean {
  return plan.findings.some(({ severity }) => severity === 'refusal');
}

function roleArns(facts: PlanFacts, names: PlannedNames): { execution: string; build: string } {
  const { execution, build } = facts.target.roles;
  const { role } = arnsOf(facts);
  return {
    execution: execution.role === 'given' ? execution.arn : role(names.executionRole),
    build: build.role === 'given' ? build.arn : role(names.buildRole),
  };
}

function namedFile({ target: { model } }: PlanFacts): string {
  switch (model.from) {
    case 'file':
      return model.path;
    case 'model-data':
      return model.url;
    default:
      return model.file;
  }
}
