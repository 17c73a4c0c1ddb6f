import type { Sitting } from './sitting.ts';

/** Step 8: the endpoint answers as this machine does, or the difference is said. */
export async function checkStep({ plan, aws, material, signal, journal, tell }: Sitting): Promise<void> {
  const check = await material.check(plan, aws, signal, (done, total) =>
    tell({ news: 'progress', progress: { done, total, unit: 'samples', per_second: null } }),
  );
  await journal.add({ type: 'noted', key: '', facts: { check: JSON.stringify(check) } });
  tell({ news: 'words', words: check.sentence });
}
