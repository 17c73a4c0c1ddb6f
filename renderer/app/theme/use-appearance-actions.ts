import { useMemo } from 'react';
import type { SettingsPatch } from '../../../workbench/contract/settings.ts';
import { useActionHandlers } from '../actions/use-actions.tsx';
import { useSettings, useWorkbench } from '../connection/use-workbench.tsx';
import { notifyError } from '../notify.tsx';

/** Light, dark, system and contrast as actions; the choice is the workspace's. */
export function useAppearanceActions(): void {
  const { client } = useWorkbench();
  const contrast = useSettings()?.contrast;
  useActionHandlers(
    useMemo(() => {
      const change = (patch: SettingsPatch) => () => void client.settings.change(patch).catch(notifyError);
      return {
        'view.light': { run: change({ color_scheme: 'light' }) },
        'view.dark': { run: change({ color_scheme: 'dark' }) },
        'view.system': { run: change({ color_scheme: 'system' }) },
        'view.contrast': { run: change({ contrast: contrast === 'high' ? 'standard' : 'high' }) },
      };
    }, [client, contrast]),
  );
}
