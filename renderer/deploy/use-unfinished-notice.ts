import { useEffect, useRef } from 'react';
import { useDeployments } from '../app/connection/use-workbench.tsx';
import { notifyFault } from '../app/notify.tsx';
import { isUnfinished } from './progress/step-words.ts';

/** Says once after the start that a deployment stopped on the way, since it may cost. */
export function useUnfinishedNotice(): void {
  const deployments = useDeployments().data;
  const said = useRef(false);
  useEffect(() => {
    if (deployments === undefined || said.current) return;
    said.current = true;
    const names = deployments.filter(isUnfinished).map(({ plan }) => plan.target.name);
    if (names.length === 0) return;
    notifyFault({
      code: 'CONFLICT',
      message: `${names.length === 1 ? 'A deployment' : `${names.length} deployments`} stopped on the way: ${names.join(', ')}.`,
      next: 'What was made may cost. Go on with it or undo it on Deploy.',
      fields: [],
    });
  }, [deployments]);
}
