import type { DeploymentStepName } from '../contract/deployments.ts';
import type { Plan } from './plan/plan.ts';

/** Of an upload from an office, bytes a second; of one between the hub and S3. */
const UPLOAD_RATE = 6e6;
const BUILD_RATE = 50e6;

/** About how long a step takes, in seconds, so that nobody wonders; null where nobody knows. Rough by nature. */
export function typicalSeconds(plan: Plan, step: DeploymentStepName): number | null {
  const { model, image, target, time, check } = plan;
  switch (step) {
    case 'identity':
      return 2;
    case 'preflight':
      return 15;
    case 'model': {
      if (model.bytes === null) return null;
      const fromHere = model.local_path !== null;
      return Math.round(fromHere ? 5 + model.bytes / UPLOAD_RATE : 120 + model.bytes / BUILD_RATE);
    }
    case 'image':
      // Compiling the engine for five generations of GPUs is most of it.
      return image.from !== 'build' ? 3 : target.accelerator === 'gpu' ? 5400 : 480;
    case 'sagemaker-model':
    case 'endpoint-config':
      return 3;
    case 'endpoint':
      return target.accelerator === 'gpu' ? 720 : 480;
    case 'check':
      return time.p50_seconds === null ? null : Math.round(2 * check.samples * time.p50_seconds + 5);
  }
}
