import { bundledPrices } from '../../workbench/deployment/plan/bundled-prices.ts';
import { defaultTarget, type TargetWish } from '../../workbench/deployment/plan/default-target.ts';
import type { PlanFacts } from '../../workbench/deployment/plan/plan-facts.ts';
import type { Target } from '../../workbench/deployment/plan/target.ts';

/** Facts of a made-up deployment, for specs: a 4-billion model on this machine, and an account that is nobody's. */
export function exampleFacts(
  target: Partial<Target> = {},
  facts: Partial<PlanFacts> = {},
  wish: Partial<TargetWish> = {},
): PlanFacts {
  return {
    target: {
      ...defaultTarget({
        path: 'decisions',
        accelerator: 'cpu',
        region: 'us-east-1',
        profile: 'work',
        name: 'support-route',
        model: { from: 'file', path: '/models/Qwen_Qwen3.5-4B-Q4_K_M.gguf' },
        fast: false,
        ...wish,
      }),
      expires_at: '2026-12-24T00:00:00Z',
      ...target,
    },
    deployment_id: '019ace00-1111-7222-8333-4444abcd5678',
    revision: 0,
    created_at: '2026-11-29T12:00:00.000Z',
    account: { id: '123456789012', caller_arn: 'arn:aws:iam::123456789012:user/ada', partition: 'aws' },
    decision: 'Support ticket: which queue?',
    configuration: {
      sha256: 'c'.repeat(64),
      name: 'tickets',
      model_sha256: '13c16f426047e2de38cd075bdade4a7bcbc8c774384876f677740cda65f8a983',
      order: 'as-given',
      fast: false,
      parts: { DECISION_CONFIGURATION_0: '{"format":1}', DECISION_CONFIGURATION_SHA256: 'c'.repeat(64) },
    },
    model: {
      files: [
        {
          name: 'Qwen_Qwen3.5-4B-Q4_K_M.gguf',
          bytes: 3_013_027_808,
          sha256: '13c16f426047e2de38cd075bdade4a7bcbc8c774384876f677740cda65f8a983',
          path: '/models/Qwen_Qwen3.5-4B-Q4_K_M.gguf',
        },
      ],
      repository: 'bartowski/Qwen_Qwen3.5-4B-GGUF',
      revision: '4168f45a16a1290d65a4ec0fa312ae917a4c15d6',
      parameters: 4_000_000_000,
      manifest: { text: '{"gguf":{}}\n', sha256: 'd'.repeat(64) },
    },
    image_source_sha256: 'e'.repeat(64),
    prices: bundledPrices,
    samples: { tokens: [200, 300, 400, 500], options: 3 },
    check: { from: 'example' },
    ...facts,
  };
}
