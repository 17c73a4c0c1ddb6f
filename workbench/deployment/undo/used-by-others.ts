import { DescribeModelCommand, ListModelsCommand } from '@aws-sdk/client-sagemaker';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Aws } from '../aws/open-aws.ts';
import type { Resource } from '../plan/resource.ts';

/** Names of the models that we make end in eight digits of the deployment's id, and after an update in its number. */
const OUR_NAME = /-[0-9a-f]{8}(-\d+)?$/;
const PAGE = 100;
/** Accounts that train gather thousands of models; beyond it something is wrong with the paging. */
const MAX_PAGES = 200;

/** What is to be removed, and where it lies. */
export interface Removed {
  resource: Pick<Resource, 'kind' | 'name'>;
  /** Of an object. */
  bucket: string;
  /** Of an image, as in `sha256:…`. */
  digest: unknown;
}

/** Why somebody else needs a thing still, in words; null when nobody does. */
export type UsedByOthers = (removed: Removed) => Promise<string | null>;

interface OtherModel {
  name: string;
  /** Null where the caller may not look. */
  uses: { image: string; data: string } | null;
}

/**
 * Whether a model of SageMaker that this deployment did not make uses an image or an object: a colleague's, or one of
 * another machine, of which no journal here knows. An endpoint without them neither grows nor recovers.
 * @param own names of this deployment's models
 */
export function createUsedByOthers(aws: Aws, own: ReadonlySet<string>, signal: AbortSignal): UsedByOthers {
  let listed: Promise<OtherModel[]> | null = null;
  return async ({ resource: { kind, name }, bucket, digest }) => {
    if (kind !== 'image' && kind !== 'model-object') return null;
    listed ??= listOthers(aws, own, signal);
    const user = (await listed).find(({ uses }) => {
      if (uses === null) return true;
      if (kind === 'image') return typeof digest === 'string' && uses.image.endsWith(`@${digest}`);
      return uses.data !== '' && `s3://${bucket}/${name}`.startsWith(uses.data);
    });
    if (user === undefined) return null;
    if (user.uses !== null) return `It stays: the model ${user.name}, which this journal does not know, uses it.`;
    return `It stays: the model ${user.name} may use it, and sagemaker:DescribeModel is not allowed for that one.`;
  };
}

async function listOthers(aws: Aws, own: ReadonlySet<string>, signal: AbortSignal): Promise<OtherModel[]> {
  const names: string[] = [];
  let NextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await aws.call('sagemaker:ListModels', signal, (options) =>
      aws.sagemaker().send(new ListModelsCommand({ MaxResults: PAGE, NextToken }), options),
    );
    names.push(...(answer.Models ?? []).flatMap(({ ModelName }) => ModelName ?? []));
    NextToken = answer.NextToken;
    if (NextToken === undefined) break;
  }
  const others: OtherModel[] = [];
  for (const name of names) {
    if (!OUR_NAME.test(name) || own.has(name)) continue;
    const uses = await look(aws, name, signal);
    if (uses !== 'gone') others.push({ name, uses });
  }
  return others;
}

async function look(aws: Aws, ModelName: string, signal: AbortSignal): Promise<OtherModel['uses'] | 'gone'> {
  try {
    const { PrimaryContainer } = await aws.call('sagemaker:DescribeModel', signal, (options) =>
      aws.sagemaker().send(new DescribeModelCommand({ ModelName }), options),
    );
    const { Image = '', ModelDataSource } = PrimaryContainer ?? {};
    return { image: Image, data: ModelDataSource?.S3DataSource?.S3Uri ?? '' };
  } catch (error) {
    if (isAwsFault(error, 'absent')) return 'gone';
    if (isAwsFault(error, 'denied')) return null;
    throw error;
  }
}
