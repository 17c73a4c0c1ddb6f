import type { Accelerator } from './target.ts';

/** What is known of an instance type. Vendors' figures; the rate is ours and rough. */
export interface InstanceType {
  vcpus: number;
  memory_gib: number;
  /** null without one. */
  gpu: { name: string; memory_gib: number } | null;
  /**
   * Multiply-adds a second, in 10⁹, that the engine reaches on prompts of a quantised model: an estimate for a plan and
   * no promise. CPU: 24 for each vCPU, measured on two cores with a 135 million model; GPU: of published llama.cpp
   * prompt rates of 7 and 8 billion models.
   */
  giga_macs: number;
}

const cpu = (vcpus: number, memory_gib: number): InstanceType => ({
  vcpus,
  memory_gib,
  gpu: null,
  giga_macs: vcpus * 24,
});

/** The types that the product offers; any other may be named, with its threads, and has an unknown rate and price. */
export const instanceTypes: Readonly<Record<string, InstanceType>> = {
  'ml.c6i.2xlarge': cpu(8, 16),
  'ml.c6i.4xlarge': cpu(16, 32),
  'ml.c6i.8xlarge': cpu(32, 64),
  'ml.c6i.16xlarge': cpu(64, 128),
  'ml.g6e.xlarge': { vcpus: 4, memory_gib: 32, gpu: { name: 'NVIDIA L40S', memory_gib: 44 }, giga_macs: 24_000 },
  'ml.g6e.2xlarge': { vcpus: 8, memory_gib: 64, gpu: { name: 'NVIDIA L40S', memory_gib: 44 }, giga_macs: 24_000 },
  'ml.g6.xlarge': { vcpus: 4, memory_gib: 16, gpu: { name: 'NVIDIA L4', memory_gib: 22 }, giga_macs: 12_000 },
  'ml.g6.2xlarge': { vcpus: 8, memory_gib: 32, gpu: { name: 'NVIDIA L4', memory_gib: 22 }, giga_macs: 12_000 },
  'ml.g5.xlarge': { vcpus: 4, memory_gib: 16, gpu: { name: 'NVIDIA A10G', memory_gib: 22 }, giga_macs: 14_000 },
  'ml.g5.2xlarge': { vcpus: 8, memory_gib: 32, gpu: { name: 'NVIDIA A10G', memory_gib: 22 }, giga_macs: 14_000 },
  'ml.g4dn.xlarge': { vcpus: 4, memory_gib: 16, gpu: { name: 'NVIDIA T4', memory_gib: 15 }, giga_macs: 5_000 },
  'ml.g4dn.2xlarge': { vcpus: 8, memory_gib: 32, gpu: { name: 'NVIDIA T4', memory_gib: 15 }, giga_macs: 5_000 },
};

/** Families whose instances have a GPU of NVIDIA, for types that are not in the table. */
const GPU_FAMILY = /^ml\.(g\d|p\d)/;
/** Processors of another kind: the images are for x86-64. */
const OTHER_PROCESSOR = /^ml\.([a-z]+\d+g[a-z]*|inf\d|trn\d[a-z]*)\./;

export function hasGpu(type: string): boolean {
  const known = instanceTypes[type];
  return known === undefined ? GPU_FAMILY.test(type) : known.gpu !== null;
}

/** Whether our images can run there at all. */
export function runsOurImages(type: string): boolean {
  return !OTHER_PROCESSOR.test(type) || GPU_FAMILY.test(type);
}

/** What suits most, in order of preference. */
export const usualTypes: Readonly<Record<Accelerator, readonly string[]>> = {
  cpu: ['ml.c6i.8xlarge'],
  gpu: ['ml.g6e.xlarge', 'ml.g6.2xlarge', 'ml.g5.2xlarge', 'ml.g4dn.2xlarge'],
};
/** The stock server answers with text and needs less. */
export const usualStandardCpuType = 'ml.c6i.2xlarge';
