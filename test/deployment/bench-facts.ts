import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultTarget } from '../../workbench/deployment/plan/default-target.ts';
import type { PlanFacts } from '../../workbench/deployment/plan/plan-facts.ts';
import type { Target } from '../../workbench/deployment/plan/target.ts';
import { ACCOUNT, REGION } from '../stand-ins/aws/account.ts';

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** What the image is built from, as far as the stand-in looks at it. */
export const IMAGE_SOURCE = Buffer.from('the bundled source of the image');

/** A file that is uploaded as a model; nobody loads it. */
export function writeModelFile(folder: string, content = 'GGUF and some weights'): string {
  const path = join(folder, 'model.gguf');
  writeFileSync(path, content);
  return path;
}

/** Facts of a deployment from a file of this machine: everything is made, nothing is given. */
export function benchFacts(modelPath: string, content: string | Uint8Array, own: Partial<Target> = {}): PlanFacts {
  const file = {
    name: basename(modelPath),
    bytes: Buffer.byteLength(content),
    sha256: sha256(content),
    path: modelPath,
  };
  const gguf = { repo: null, revision: null, file: file.name, sha256: file.sha256 };
  const text = `${JSON.stringify({ gguf, tokenizer: { repo: null, revision: null } }, null, 2)}\n`;
  const target: Target = {
    ...defaultTarget({
      path: 'decisions',
      accelerator: 'cpu',
      region: REGION,
      profile: null,
      name: 'bench',
      model: { from: 'file', path: modelPath },
      fast: false,
    }),
    ...own,
  };
  return {
    target,
    deployment_id: '019a0000-0000-7000-8000-000012345678',
    revision: 0,
    created_at: '2026-11-29T12:00:00.000Z',
    account: { id: ACCOUNT, caller_arn: `arn:aws:iam::${ACCOUNT}:user/tests`, partition: 'aws' },
    decision: 'Which queue?',
    configuration: null,
    model: {
      files: [file],
      repository: null,
      revision: null,
      parameters: 1000,
      manifest: { text, sha256: sha256(text) },
    },
    image_source_sha256: sha256(IMAGE_SOURCE),
    prices: { source: 'bundled', region: REGION, date: '2026-11-29', usd_per_hour: {} },
    samples: null,
    check: { from: 'example' },
  };
}
