import { useCallback, useMemo, useState } from 'react';
import { useActionHandlers } from '../app/actions/use-actions.tsx';
import { useEngine, useInfo, useModels, useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyError } from '../app/notify.tsx';
import { AddModelDialog } from './add-model-dialog.tsx';

/** What can be done with models from anywhere; returns the dialog that one of the actions needs. */
export function useModelActions(showModels: () => void) {
  const { client } = useWorkbench();
  const info = useInfo();
  const engine = useEngine();
  const models = useModels();
  const [adding, setAdding] = useState(false);
  const hasStarter = models?.some((model) => model.origin === 'starter' && model.fault === null) ?? false;
  const loaded = engine?.status === 'ready';
  const canPick = info?.can_pick_files ?? false;

  const add = useCallback(() => {
    if (canPick) void client.models.pick().catch(notifyError);
    else setAdding(true);
  }, [client, canPick]);

  useActionHandlers(
    useMemo(
      () => ({
        'model.add': { run: add },
        'model.choose': { run: showModels },
        'model.settings': {
          run: () => {
            showModels();
            // After the screen is there.
            requestAnimationFrame(() => document.getElementById('engine-title')?.focus());
          },
        },
        'model.fetch-starter': {
          run: () => void client.models.fetchStarter().catch(notifyError),
          unavailable: hasStarter ? 'The starter model is here already' : undefined,
        },
        'model.unload': {
          run: () => void client.engine.unload().catch(notifyError),
          unavailable: loaded ? undefined : 'No model is loaded',
        },
      }),
      [client, add, showModels, hasStarter, loaded],
    ),
  );
  return adding ? <AddModelDialog onClose={() => setAdding(false)} /> : null;
}
