import { lookAtScaling, removeScaling } from '../resources/scaling.ts';
import { recordFailure } from './ensure.ts';
import type { Sitting } from './sitting.ts';

/** AWS changes no variant whose number somebody else keeps: scaling is set anew after the change. */
export async function clearScaling({
  aws,
  signal,
  journal,
}: Pick<Sitting, 'aws' | 'signal' | 'journal'>): Promise<void> {
  for (const { resource, presence } of journal.state().resources.values()) {
    if (resource.kind !== 'scaling' || (presence !== 'there' && presence !== 'maybe')) continue;
    const { key, input } = resource;
    await journal.add({ type: 'intent', key, effect: 'remove', facts: {} });
    try {
      if ((await lookAtScaling(aws, input.target, signal)) !== null) await removeScaling(aws, input.target, signal);
      await journal.add({ type: 'outcome', key, effect: 'remove', result: 'done', facts: {}, fault: null });
    } catch (error) {
      await recordFailure({ journal }, key, 'remove', error);
      throw error;
    }
  }
}
