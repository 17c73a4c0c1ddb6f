import { useCallback, useMemo, useState } from 'react';
import { useActionHandlers } from '../app/actions/use-actions.tsx';
import { useEngine, useInfo, useModels, useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyError } from '../app/notify.tsx';
import { AddModelDialog } from './add-model-dialog.tsx';
import { HubDialog } from './hub-dialog.tsx';
import { variantsState } from './variants-state.ts';

/** What can be done with models from anywhere; returns the dialog that one of the actions needs. */
export function useModelActions(showModels: () => void) {
  const { client } = useWorkbench();
  const info = useInfo();
  const engine = useEngine();
  const models = useModels();
  const [adding, setAdding] = useState(false);
  const [searching, setSearching] = useState(false);
  const hasStarter = models?.some((model) => model.origin === 'starter' && model.fault === null) ?? false;
  const noVariants = {
    'no-starter': 'The starter model is not here yet',
    complete: 'They are here already',
    missing: undefined,
  }[variantsState(models ?? [])];
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
        'model.hub': { run: () => setSearching(true) },
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
        'model.make-variants': {
          run: () => void client.models.makeVariants().catch(notifyError),
          unavailable: noVariants,
        },
        'model.unload': {
          run: () => void client.engine.unload().catch(notifyError),
          unavailable: loaded ? undefined : 'No model is loaded',
        },
      }),
      [client, add, showModels, hasStarter, noVariants, loaded],
    ),
  );
  return (
    <>
      {adding && <AddModelDialog onClose={() => setAdding(false)} />}
      {searching && <HubDialog onClose={() => setSearching(false)} />}
    </>
  );
}
