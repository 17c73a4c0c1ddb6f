import { useCallback, useState } from 'react';
import type { Run } from '../../workbench/contract/runs.ts';
import { useActionStore } from '../app/actions/use-actions.tsx';
import { useWorkbench } from '../app/connection/use-workbench.tsx';
import { notifyDone, notifyError } from '../app/notify.tsx';
import { useDeployWish } from './use-deploy-wish.tsx';

/** Takes a saved configuration to the Deploy screen. */
export function useDeployConfiguration(): (sha256: string) => void {
  const actions = useActionStore();
  const { makeWish } = useDeployWish();
  return useCallback(
    (sha256) => {
      makeWish({ kind: 'configuration', sha256 });
      actions.run('view.deploy');
    },
    [actions, makeWish],
  );
}

/**
 * Takes what a run was made with to the Deploy screen. A run without a saved configuration is saved as one first, with
 * its settings and figures and no threshold: what is deployed is then exactly what was measured.
 */
export function useDeployRun() {
  const { client } = useWorkbench();
  const deploy = useDeployConfiguration();
  const [saving, setSaving] = useState<string | null>(null);
  const deployRun = useCallback(
    async ({ id, configuration }: Run): Promise<void> => {
      const { scoring, name } = configuration;
      if (scoring.configuration !== null) return deploy(scoring.configuration);
      setSaving(id);
      try {
        const rule = { rule: 'none' as const };
        const request = { run_id: id, temperature: false, prior: false, rule, fallback: null };
        const saved = await client.configurations.save({ name, request });
        notifyDone(`Saved “${saved.name}” to deploy it.`);
        deploy(saved.sha256);
      } catch (error) {
        notifyError(error);
      } finally {
        setSaving(null);
      }
    },
    [client, deploy],
  );
  return { saving, deployRun };
}
