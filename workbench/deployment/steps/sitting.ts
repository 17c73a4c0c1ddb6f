import type { ComparisonWithLocal, DeploymentLogLine, DeploymentStepState } from '../../contract/deployments.ts';
import type { Aws } from '../aws/open-aws.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { Finding, Plan } from '../plan/plan.ts';
import type { ModelUpload } from '../plan/resource.ts';
import type { UploadSource } from '../upload/upload-object.ts';

/** What a step says while it works; none of it is needed to go on. */
export type SittingNews =
  | { news: 'words'; words: string }
  | { news: 'progress'; progress: NonNullable<DeploymentStepState['progress']> }
  | { news: 'log'; from: DeploymentLogLine['from']; lines: readonly { time: Date; text: string }[] };

/** What a deployment needs that is not in AWS. */
export interface DeploymentMaterial {
  /** The image's source, as the plan's hash names it. */
  imageSource(): Promise<{ sha256: string; zip: Uint8Array }>;
  /** The archive of a model of this machine, the same bytes each time. */
  archive(upload: Extract<ModelUpload, { from: 'files' }>, signal: AbortSignal): Promise<UploadSource>;
  /** Scores the plan's samples here and on the endpoint. */
  check(
    plan: Plan,
    aws: Aws,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<ComparisonWithLocal>;
}

/** One process at work on one deployment. */
export interface Sitting {
  plan: Plan;
  journal: Journal;
  aws: Aws;
  material: DeploymentMaterial;
  signal: AbortSignal;
  tell: (news: SittingNews) => void;
}

/** What preflight may use of a sitting: it makes nothing. */
export interface Look extends Pick<Sitting, 'plan' | 'aws' | 'signal'> {
  /** Whether this deployment began to make the thing with that key. */
  made: (key: string) => boolean;
}

export function finding(severity: Finding['severity'], about: string, message: string, next: string): Finding {
  return { severity, about, message, next };
}
