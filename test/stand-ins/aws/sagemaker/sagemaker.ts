import type { z } from 'zod';
import { arn } from '../account.ts';
import { type AwsCall, type AwsInput, AwsRefusal, type AwsReply, recordsOf, textOf, textsOf } from '../aws-call.ts';
import { jsonReply } from '../replies.ts';
import { addTags, type Item, Shelf, type Tag } from '../shelf.ts';
import {
  createEndpointConfigSchema,
  createEndpointSchema,
  createModelSchema,
  tagsSchema,
  typesOf,
  updateEndpointSchema,
} from './schemas.ts';

export type EndpointState =
  | 'Creating'
  | 'Updating'
  | 'InService'
  | 'Failed'
  | 'OutOfService'
  | 'RollingBack'
  | 'Deleting'
  | 'UpdateRollbackFailed';

/** The states that an endpoint goes through, one for each time that it is described; it stays in the last. */
export interface EndpointScript {
  create: EndpointState[];
  update: EndpointState[];
  /** Before it is gone. Ends in `Failed` for a deletion that does not come through. */
  remove: EndpointState[];
  failureReason?: string;
}

export const USUAL_SCRIPT: EndpointScript = {
  create: ['Creating', 'Creating', 'InService'],
  update: ['Updating', 'InService'],
  remove: ['Deleting'],
};

export interface Endpoint extends Item {
  config: string;
  /** Instance type that it runs on; null while none was found. */
  chosen: string | null;
  states: EndpointState[];
  failureReason: string | null;
  updatedTo: string | null;
  leaving: boolean;
  modified: number;
}

/** Models, endpoint configurations and endpoints of all regions, with the service's checks. */
export class SageMaker {
  readonly models = new Shelf();
  readonly configs = new Shelf();
  readonly endpoints = new Shelf<Endpoint>();
  /** Instance types that nobody can get now. */
  readonly noCapacity = new Set<string>();
  /** Quota by instance type; a type that is not here has one of ten. */
  readonly quotas = new Map<string, number>();
  script: (name: string) => EndpointScript = () => USUAL_SCRIPT;
  /**
   * Starts the container of a model before its endpoint comes into service. What it answers is why that failed: the
   * endpoint fails with it, or goes on with what it had.
   */
  startContainer: (endpoint: Endpoint, model: Item) => Promise<string | null> = async () => null;
  /** Called when an endpoint is gone. */
  onGone: (endpoint: Endpoint) => void = () => {};
  private time = Date.now();

  async answer(call: AwsCall): Promise<AwsReply> {
    const action = this.actions[call.action];
    if (action === undefined) throw new AwsRefusal('UnknownOperationException', `No such operation: ${call.action}`);
    return jsonReply(await action(call.input, call.region));
  }

  /** Instances that run, and so cost. */
  running(): Endpoint[] {
    return this.endpoints.items;
  }

  private readonly actions: Record<string, (input: AwsInput, region: string) => AwsInput | Promise<AwsInput>> = {
    CreateModel: (input, region) => {
      const { ModelName, Tags } = check(createModelSchema, input);
      return { ModelArn: this.create(this.models, 'model', ModelName, region, input, Tags).arn };
    },
    CreateEndpointConfig: (input, region) => {
      const { EndpointConfigName, ProductionVariants, Tags } = check(createEndpointConfigSchema, input);
      for (const { ModelName } of ProductionVariants)
        this.models.get(region, ModelName, () => absent('model', ModelName));
      const made = this.create(this.configs, 'endpoint-config', EndpointConfigName, region, input, Tags);
      return { EndpointConfigArn: made.arn };
    },
    CreateEndpoint: (input, region) => {
      const { EndpointName, EndpointConfigName, Tags } = check(createEndpointSchema, input);
      const config = this.configs.get(region, EndpointConfigName, () =>
        absent('endpoint configuration', EndpointConfigName),
      );
      this.checkQuota(config);
      const item = this.create(this.endpoints, 'endpoint', EndpointName, region, input, Tags);
      Object.assign(item, this.begin(item, config, 'create'));
      return { EndpointArn: item.arn };
    },
    UpdateEndpoint: (input, region) => {
      const { EndpointName, EndpointConfigName } = check(updateEndpointSchema, input);
      const endpoint = this.endpoints.get(region, EndpointName, () => absent('endpoint', EndpointName));
      const config = this.configs.get(region, EndpointConfigName, () =>
        absent('endpoint configuration', EndpointConfigName),
      );
      const state = endpoint.states[0];
      if (state !== 'InService') {
        throw new AwsRefusal('ValidationException', `Cannot update in-progress endpoint "${endpoint.arn}".`);
      }
      if (config.name === endpoint.config) {
        throw new AwsRefusal('ValidationException', 'Cannot update to the same endpoint configuration.');
      }
      endpoint.updatedTo = config.name;
      const begun = this.begin(endpoint, config, 'update');
      endpoint.states = begun.states;
      endpoint.failureReason = begun.failureReason;
      endpoint.modified = this.tick();
      return { EndpointArn: endpoint.arn };
    },
    DescribeModel: (input, region) => this.describe(this.models, 'model', 'Model', input, region),
    DescribeEndpointConfig: (input, region) =>
      this.describe(this.configs, 'endpoint configuration', 'EndpointConfig', input, region),
    DescribeEndpoint: (input, region) => this.describeEndpoint(textOf(input, 'EndpointName'), region),
    DeleteModel: (input, region) => this.remove(this.models, 'model', textOf(input, 'ModelName'), region),
    DeleteEndpointConfig: (input, region) =>
      this.remove(this.configs, 'endpoint configuration', textOf(input, 'EndpointConfigName'), region),
    DeleteEndpoint: (input, region) => {
      const name = textOf(input, 'EndpointName');
      const endpoint = this.endpoints.get(region, name, () => absent('endpoint', name));
      if (endpoint.states[0] === 'Creating' || endpoint.states[0] === 'Updating') {
        throw new AwsRefusal('ValidationException', `Cannot delete in-progress endpoint "${endpoint.arn}".`);
      }
      endpoint.states = [...this.script(name).remove];
      endpoint.leaving = true;
      return {};
    },
    ListModels: (input, region) => list(this.models.items, input, region, 'Model', 'Models'),
    ListEndpointConfigs: (input, region) =>
      list(this.configs.items, input, region, 'EndpointConfig', 'EndpointConfigs'),
    ListEndpoints: (input, region) =>
      list(this.endpoints.items, input, region, 'Endpoint', 'Endpoints', (item) => ({
        EndpointStatus: this.endpoints.find(region, item.name)?.states[0],
        LastModifiedTime: seconds(this.endpoints.find(region, item.name)?.modified ?? item.created),
      })),
    ListTags: (input) => ({ Tags: this.tagged(textOf(input, 'ResourceArn')).tags }),
    AddTags: (input) => {
      const { tags } = this.tagged(textOf(input, 'ResourceArn'));
      addTags(tags, check(tagsSchema, input.Tags));
      return { Tags: tags };
    },
    DeleteTags: (input) => {
      const keys = textsOf(input.TagKeys);
      const item = this.tagged(textOf(input, 'ResourceArn'));
      item.tags = item.tags.filter(({ Key }) => !keys.includes(Key));
      return {};
    },
  };

  private tick(): number {
    this.time += 1000;
    return this.time;
  }

  private create<T extends Item>(
    shelf: Shelf<T>,
    kind: string,
    name: string,
    region: string,
    input: AwsInput,
    tags: Tag[] = [],
  ): T {
    const made: Item = {
      name,
      region,
      arn: arn('sagemaker', region, `${kind}/${name.toLowerCase()}`),
      input,
      created: this.tick(),
      tags: tags.map((tag) => ({ ...tag })),
    };
    if (shelf.find(region, name) !== undefined) {
      throw new AwsRefusal(
        'ValidationException',
        `Cannot create already existing ${kind.replace('-config', ' configuration')} "${made.arn}".`,
      );
    }
    return shelf.add(made as T);
  }

  private checkQuota(config: Item): void {
    for (const type of variantTypes(config)) {
      const quota = this.quotas.get(type) ?? 10;
      const used = this.endpoints.items.filter(
        ({ region, chosen }) => region === config.region && chosen === type,
      ).length;
      if (used < quota) continue;
      throw new AwsRefusal(
        'ResourceLimitExceeded',
        `The account-level service limit '${type} for endpoint usage' is ${quota} Instances, with current utilization of ${used} Instances and a request delta of 1 Instances. Please use AWS Service Quotas to request an increase for this quota.`,
      );
    }
  }

  private begin(item: Item, config: Item, kind: 'create' | 'update') {
    const script = this.script(item.name);
    const types = variantTypes(config);
    const chosen = types.find((type) => !this.noCapacity.has(type)) ?? null;
    const states = [...script[kind]];
    const stays = states.at(-1) === 'InService' || states.at(-1) === undefined;
    const failed = chosen === null && stays;
    const reason = `Unable to provision requested ML compute capacity due to InsufficientInstanceCapacity error. Please retry using a different ML instance type or after some time. (tried ${types.join(', ')})`;
    return {
      config: kind === 'create' ? config.name : '',
      chosen,
      states: failed
        ? [...states.slice(0, -1), kind === 'create' ? ('Failed' as const) : ('InService' as const)]
        : states,
      failureReason: failed ? reason : (script.failureReason ?? null),
      updatedTo: null,
      leaving: false,
      modified: item.created,
    };
  }

  private async describeEndpoint(name: string, region: string): Promise<AwsInput> {
    const endpoint = this.endpoints.get(region, name, () => absent('endpoint', name));
    const was = endpoint.states[0];
    // Whoever looks sees the present state; the next one begins with the next look.
    if (endpoint.states.length > 1) endpoint.states.shift();
    else if (endpoint.leaving && was === 'Deleting') {
      this.endpoints.remove(endpoint);
      this.onGone(endpoint);
    }
    if (was === undefined) throw new AwsRefusal('InternalFailure', 'A script without states.', 500);
    if (was !== endpoint.states[0] && endpoint.states[0] === 'InService') await this.enter(endpoint, was);
    const ended =
      was === 'Failed' || (was === 'InService' && endpoint.failureReason !== null) || was === 'OutOfService';
    const variant = recordsOf(this.configs.find(region, endpoint.config)?.input.ProductionVariants)[0] ?? {};
    const count = typeof variant.InitialInstanceCount === 'number' ? variant.InitialInstanceCount : 1;
    const pools = variant.InstancePools === undefined || endpoint.chosen === null || was !== 'InService';
    return {
      EndpointName: endpoint.name,
      EndpointArn: endpoint.arn,
      EndpointConfigName: endpoint.config,
      EndpointStatus: was,
      CreationTime: seconds(endpoint.created),
      LastModifiedTime: seconds(endpoint.modified),
      ...(ended && endpoint.failureReason !== null ? { FailureReason: endpoint.failureReason } : {}),
      ...(was === 'Failed'
        ? {}
        : {
            ProductionVariants: [
              {
                VariantName: variant.VariantName,
                CurrentWeight: 1,
                DesiredWeight: 1,
                CurrentInstanceCount: was === 'InService' ? count : 0,
                DesiredInstanceCount: count,
                ...(pools ? {} : { InstancePools: [{ InstanceType: endpoint.chosen, CurrentInstanceCount: count }] }),
              },
            ],
          }),
    };
  }

  private async enter(endpoint: Endpoint, from: EndpointState): Promise<void> {
    const { updatedTo, region } = endpoint;
    endpoint.updatedTo = null;
    if (from === 'Updating' && (updatedTo === null || endpoint.failureReason !== null)) return;
    const config = this.configs.find(region, updatedTo ?? endpoint.config);
    const variant = recordsOf(config?.input.ProductionVariants)[0] ?? {};
    const model = this.models.find(region, textOf(variant, 'ModelName'));
    const failure =
      config === undefined || model === undefined
        ? 'The model or the endpoint configuration was deleted.'
        : await this.startContainer(endpoint, model);
    if (failure !== null) {
      endpoint.failureReason = failure;
      if (from === 'Creating') endpoint.states = ['Failed'];
      return;
    }
    if (updatedTo === null || config === undefined) return;
    endpoint.config = updatedTo;
    endpoint.chosen = variantTypes(config).find((type) => !this.noCapacity.has(type)) ?? null;
  }

  private describe(shelf: Shelf, kind: string, field: string, input: AwsInput, region: string): AwsInput {
    const name = textOf(input, `${field}Name`);
    const item = shelf.get(region, name, () => absent(kind, name));
    const { Tags: _, ...created } = item.input;
    return { ...created, [`${field}Arn`]: item.arn, CreationTime: seconds(item.created) };
  }

  private remove(shelf: Shelf, kind: string, name: string, region: string): AwsInput {
    shelf.remove(shelf.get(region, name, () => absent(kind, name)));
    return {};
  }

  private tagged(wanted: string): Item {
    const all: Item[] = [...this.models.items, ...this.configs.items, ...this.endpoints.items];
    const item = all.find((item) => item.arn === wanted);
    if (item === undefined) throw new AwsRefusal('ValidationException', `Could not find resource "${wanted}".`);
    return item;
  }
}

function variantTypes(config: Item): string[] {
  return createEndpointConfigSchema.parse(config.input).ProductionVariants.flatMap(typesOf);
}

function absent(kind: string, name: string): AwsRefusal {
  return new AwsRefusal('ValidationException', `Could not find ${kind} "${name}".`);
}

function check<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `at '${path.join('.')}' failed: ${message}`);
  throw new AwsRefusal('ValidationException', `${issues.length} validation error detected: Value ${issues.join('; ')}`);
}

function seconds(milliseconds: number): number {
  return milliseconds / 1000;
}

/** Pages as short as the caller asks for, and of ten by default. */
function list(
  all: Item[],
  input: AwsInput,
  region: string,
  field: string,
  answer: string,
  more: (item: Item) => AwsInput = () => ({}),
): AwsInput {
  const contains = textOf(input, 'NameContains').toLowerCase();
  const found = all.filter((item) => item.region === region && item.name.toLowerCase().includes(contains));
  const from = Number(textOf(input, 'NextToken') || 0);
  const size = typeof input.MaxResults === 'number' ? input.MaxResults : 10;
  const page = found.slice(from, from + size).map((item) => ({
    [`${field}Name`]: item.name,
    [`${field}Arn`]: item.arn,
    CreationTime: seconds(item.created),
    ...more(item),
  }));
  return { [answer]: page, ...(from + size < found.length ? { NextToken: String(from + size) } : {}) };
}
