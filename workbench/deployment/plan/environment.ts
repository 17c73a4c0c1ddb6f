import type { FieldFault } from '../../../adapter/fault.ts';
import type { PlanFacts } from './plan-facts.ts';
import { threadsOf } from './read-target.ts';

/** SageMaker's limits for the environment of a container. */
export const ENVIRONMENT_LIMITS = { valueBytes: 1024, entries: 100, totalBytes: 32 * 1024 } as const;
/** Of one part of the configuration, and of all: what the container reads. */
export const CONFIGURATION_LIMITS = { partBytes: 1000, totalBytes: 30_000 } as const;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** What the container is told: settings of the engine and the configuration, or those of the stock server. */
export function environmentOf({ target, configuration }: PlanFacts): Record<string, string> {
  const { model, accelerator, context_tokens, gpu_layers } = target;
  const threads = threadsOf(target);
  if (target.path === 'decisions') {
    return {
      ...(threads === null ? {} : { DECISION_THREADS: String(threads) }),
      DECISION_GPU_LAYERS: String(accelerator === 'gpu' ? gpu_layers : 0),
      DECISION_CONTEXT: String(context_tokens),
      ...configuration?.parts,
    };
  }
  return {
    SM_LLAMA_CPP_CTX_SIZE: String(context_tokens),
    ...(accelerator === 'gpu' ? { SM_LLAMA_CPP_N_GPU_LAYERS: gpu_layers === -1 ? '999' : String(gpu_layers) } : {}),
    ...(target.threads === null ? {} : { SM_LLAMA_CPP_THREADS: String(target.threads) }),
    ...(model.from === 'container-hub'
      ? { SM_LLAMA_CPP_HF_REPO: model.repository, SM_LLAMA_CPP_HF_FILE: model.file }
      : {}),
  };
}

/** What the platform or the container would refuse. */
export function checkEnvironment(environment: Readonly<Record<string, string>>): FieldFault[] {
  const faults: FieldFault[] = [];
  const entries = Object.entries(environment);
  const { valueBytes, entries: most, totalBytes } = ENVIRONMENT_LIMITS;
  for (const [name, value] of entries) {
    const bytes = bytesOf(value);
    const limit = /^DECISION_CONFIGURATION_\d+$/.test(name) ? CONFIGURATION_LIMITS.partBytes : valueBytes;
    if (bytes > limit) faults.push({ path: name, message: `It has ${bytes} bytes.`, limit: `${limit} bytes` });
  }
  if (entries.length > most) {
    faults.push({ path: 'environment', message: `It has ${entries.length} variables.`, limit: `${most} variables` });
  }
  const total = entries.reduce((sum, [name, value]) => sum + bytesOf(name) + bytesOf(value), 0);
  if (total > totalBytes) {
    faults.push({ path: 'environment', message: `It has ${total} bytes.`, limit: `${totalBytes} bytes` });
  }
  const parts = entries.filter(([name]) => /^DECISION_CONFIGURATION_\d+$/.test(name));
  const carried = parts.reduce((sum, [, value]) => sum + bytesOf(value), 0);
  if (carried > CONFIGURATION_LIMITS.totalBytes) {
    const limit = `${CONFIGURATION_LIMITS.totalBytes} bytes`;
    faults.push({ path: 'configuration', message: `The configuration has ${carried} bytes.`, limit });
  }
  return faults;
}
