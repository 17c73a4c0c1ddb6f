import { useCallback, useMemo, useState } from 'react';
import type { ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import type { WorkbenchEvent } from '../../workbench/contract/events.ts';
import { CompareScreen } from '../compare/compare-screen.tsx';
import { DecideScreen } from '../decide/decide-screen.tsx';
import { WantedConfigurationProvider } from '../decide/use-wanted-configuration.tsx';
import { DeployScreen } from '../deploy/deploy-screen.tsx';
import { DeployWishProvider } from '../deploy/use-deploy-wish.tsx';
import { EndpointsScreen } from '../endpoints/endpoints-screen.tsx';
import { EvaluateScreen } from '../evaluate/evaluate-screen.tsx';
import { ModelsScreen } from '../models/models-screen.tsx';
import { useModelActions } from '../models/use-model-actions.tsx';
import { ChosenProvider } from '../runs/use-chosen.tsx';
import { SamplesScreen } from '../samples/samples-screen.tsx';
import { useSharingActions } from '../sharing/use-sharing-actions.tsx';
import { TrustScreen } from '../trust/trust-screen.tsx';
import { isActionId, useActionHandlers, useActionStore } from './actions/use-actions.tsx';
import { useWorkbench, useWorkbenchEvents } from './connection/use-workbench.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Header } from './header.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { Navigation, type Screen } from './navigation.tsx';
import { notifyFault } from './notify.tsx';
import { openPalette, Palette } from './palette.tsx';
import classes from './shell.module.css';
import { useAppearance } from './theme/use-appearance.ts';
import { useAppearanceActions } from './theme/use-appearance-actions.ts';
import { useDamagedFiles } from './use-damaged-files.ts';

/** The frame around the screens. Decide and Samples stay alive behind the others: saves and scores go on. */
export function Shell() {
  const [screen, setScreen] = useState<Screen>('decide');
  const [readout, setReadout] = useState<ReadoutName | null>(null);
  const [help, setHelp] = useState(false);
  const actions = useActionStore();
  const { connection } = useWorkbench();
  useAppearance();
  useDamagedFiles();
  useAppearanceActions();
  const sharingDialog = useSharingActions();
  const modelDialog = useModelActions(useCallback(() => setScreen('models'), []));

  useActionHandlers(
    useMemo(
      () => ({
        'view.decide': { run: () => setScreen('decide') },
        'view.samples': { run: () => setScreen('samples') },
        'view.evaluate': { run: () => setScreen('evaluate') },
        'view.compare': { run: () => setScreen('compare') },
        'view.trust': { run: () => setScreen('trust') },
        'view.models': { run: () => setScreen('models') },
        'view.deploy': { run: () => setScreen('deploy') },
        'view.endpoints': { run: () => setScreen('endpoints') },
        'help.palette': { run: openPalette },
        'help.sheet': { run: () => setHelp(true) },
      }),
      [],
    ),
  );

  useWorkbenchEvents(
    useCallback(
      (event: WorkbenchEvent) => {
        if (event.type === 'action' && isActionId(event.action)) actions.run(event.action);
        if (event.type === 'fault') notifyFault(event.fault);
        if (event.type === 'show-decision') setScreen('decide');
      },
      [actions],
    ),
  );

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <Header readout={readout} />
      <Navigation screen={screen} />
      <main id="main" className={classes.main} tabIndex={-1}>
        {connection.status === 'lost' && <ConnectionBanner fault={connection.fault} />}
        <WantedConfigurationProvider>
          <DeployWishProvider>
            <div className={classes.screen} hidden={screen !== 'decide'}>
              <DecideScreen shown={screen === 'decide'} onReadout={setReadout} />
            </div>
            <ChosenProvider>
              <div className={classes.screen} hidden={screen !== 'samples'}>
                <SamplesScreen shown={screen === 'samples'} />
              </div>
              {screen === 'evaluate' && (
                <div className={classes.screen}>
                  <EvaluateScreen />
                </div>
              )}
              {screen === 'compare' && (
                <div className={classes.screen}>
                  <CompareScreen />
                </div>
              )}
              {screen === 'trust' && (
                <div className={classes.screen}>
                  <TrustScreen />
                </div>
              )}
            </ChosenProvider>
            {screen === 'deploy' && (
              <div className={classes.screen}>
                <DeployScreen />
              </div>
            )}
            {screen === 'endpoints' && (
              <div className={classes.screen}>
                <EndpointsScreen />
              </div>
            )}
          </DeployWishProvider>
        </WantedConfigurationProvider>
        {screen === 'models' && (
          <div className={classes.screen}>
            <ModelsScreen />
          </div>
        )}
      </main>
      {modelDialog}
      {sharingDialog}
      <Palette />
      <HelpSheet opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}
