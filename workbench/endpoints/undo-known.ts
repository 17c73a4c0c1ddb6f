import type { FaultData } from '../../adapter/fault.ts';
import type { Deployment, Removal } from '../contract/deployments.ts';
import type { Deployments } from '../deployment/deployments.ts';
import type { UndoChoice } from '../deployment/plan/resource.ts';

/** Undoes a deployment of the journal and waits until that has ended. */
export async function undoKnown(
  deployments: Pick<Deployments, 'undo' | 'removals' | 'get' | 'onChange'>,
  id: string,
  choices: UndoChoice[],
): Promise<{ removals: Removal[]; faults: FaultData[] }> {
  const planned = await deployments.removals({ id, choices });
  const ended = await untilEnded(deployments, id, () => deployments.undo({ id, choices }));
  const removals = planned.map((removal) => outcomeOf(removal, ended));
  return { removals, faults: ended.fault === null ? [] : [ended.fault] };
}

async function untilEnded(
  { get, onChange }: Pick<Deployments, 'get' | 'onChange'>,
  id: string,
  begin: () => Promise<Deployment>,
): Promise<Deployment> {
  let stop = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    stop = onChange((event) => {
      if (event.what === 'deployment' && event.deployment.id === id && isOver(event.deployment)) resolve();
    });
  });
  try {
    // It may have ended before it was told.
    if (!isOver(await begin())) await told;
    return await get(id);
  } finally {
    stop();
  }
}

function isOver({ state }: Deployment): boolean {
  return state !== 'undoing' && state !== 'running';
}

/** What became of what was to be removed. */
function outcomeOf(planned: Removal, { resources }: Deployment): Removal {
  if (planned.action === 'gone') return { ...planned, sentence: 'It was gone already.' };
  if (planned.action !== 'remove') return planned;
  const resource = resources.find(({ key }) => key === planned.key);
  if (resource === undefined) return { ...planned, action: 'keep', sentence: 'It was not looked at.' };
  if (resource.state === 'gone') return { ...planned, sentence: 'It was removed.' };
  return { ...planned, action: 'keep', sentence: resource.reason ?? 'It could not be removed.' };
}
