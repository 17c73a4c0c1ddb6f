import { join } from 'node:path';
import { openScorer } from '../../adapter/score/open-scorer.ts';
import { measureReadout } from '../claims/measure-readout.ts';

const starterPath = join(process.cwd(), '.cache/models/SmolLM2-135M-Instruct.Q4_1.gguf');

/** What the texts readout of the starter gets right of kinds of which nothing is claimed: reported, without a limit. */
export async function run() {
  const settings = { gpuLayers: 0, threads: 1, contextTokens: 4096, mode: 'reproducible' } as const;
  const scorer = await openScorer({ modelPath: starterPath, settings });
  try {
    const figures = [];
    for (const name of ['security-label', 'mixed']) {
      const { right, n, chance, majority } = await measureReadout(scorer, name);
      figures.push({ name: `texts, ${name}: accuracy on ${n}`, value: right / n, unit: 'share' });
      figures.push({ name: `texts, ${name}: chance`, value: chance, unit: 'share' });
      figures.push({ name: `texts, ${name}: the most frequent label`, value: majority, unit: 'share' });
    }
    return figures;
  } finally {
    await scorer.dispose();
  }
}
