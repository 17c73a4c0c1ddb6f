import { useMemo, useState } from 'react';
import { useActionHandlers } from '../app/actions/use-actions.tsx';
import { useEngine, useSharing, useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyDone, notifyError } from '../app/notify.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** Sharing from anywhere; returns the dialog that asks how. */
export function useSharingActions() {
  const { client } = useWorkbench();
  const loaded = useEngine()?.status === 'ready';
  const shared = useSharing()?.status === 'on';
  const [asking, setAsking] = useState(false);

  useActionHandlers(
    useMemo(
      () => ({
        'sharing.start': {
          run: () => setAsking(true),
          unavailable: shared ? 'It is shared already' : loaded ? undefined : 'No model is loaded',
        },
        'sharing.stop': {
          run: () =>
            void client.sharing
              .stop()
              .then(() => notifyDone('The model is not shared any more.'))
              .catch(notifyError),
          unavailable: shared ? undefined : 'It is not shared',
        },
      }),
      [client, loaded, shared],
    ),
  );
  return asking ? <ShareDialog onClose={() => setAsking(false)} /> : null;
}
