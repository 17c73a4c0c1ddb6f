import { usualStandardCpuType, usualTypes } from './instance-types.ts';
import { type Accelerator, type DeploymentPath, PROVISION_SECONDS, type Target } from './target.ts';

/** Largest difference in probability that the check lets pass: a GPU and the fast mode compute in another order. */
export const DISAGREEMENT = { exact: 0.02, other: 0.05 } as const;
export const CHECK_SAMPLES = 20;
const CONTEXT = { decisions: 8192, standard: 4096 } as const;

export interface TargetWish {
  path: DeploymentPath;
  accelerator: Accelerator;
  region: string;
  profile: string | null;
  name: string;
  model: Target['model'];
  /** Whether the configuration is in the fast mode. */
  fast: boolean;
}

/** What is proposed for a wish; each field may be changed. */
export function defaultTarget({ path, accelerator, region, profile, name, model, fast }: TargetWish): Target {
  return {
    path,
    accelerator,
    region,
    profile,
    name,
    instances: defaultInstances(path, accelerator),
    scaling: { kind: 'fixed', count: 1 },
    threads: null,
    gpu_layers: accelerator === 'gpu' ? -1 : 0,
    context_tokens: CONTEXT[path],
    decisions_per_request: 1,
    provision_timeout_seconds: PROVISION_SECONDS.usual,
    roles: { execution: { role: 'make' }, build: { role: 'make' } },
    bucket: { bucket: 'make', name: null },
    model,
    image: { from: path === 'decisions' ? 'build' : 'stock' },
    expires_at: null,
    disagreement_limit: accelerator === 'gpu' || fast ? DISAGREEMENT.other : DISAGREEMENT.exact,
    check_samples: CHECK_SAMPLES,
  };
}

export function defaultInstances(path: DeploymentPath, accelerator: Accelerator): Target['instances'] {
  if (accelerator === 'gpu') {
    return { kind: 'pools', pools: usualTypes.gpu.map((type, index) => ({ type, priority: index + 1 })) };
  }
  const [type = usualStandardCpuType] = usualTypes.cpu;
  return { kind: 'one', type: path === 'standard' ? usualStandardCpuType : type };
}
