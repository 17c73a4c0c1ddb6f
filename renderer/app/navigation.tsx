import { UnstyledButton } from '@mantine/core';
import {
  IconCloudUpload,
  IconColumns3,
  IconCpu,
  IconReportAnalytics,
  IconScale,
  IconServer2,
  IconShieldCheck,
  IconTags,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ActionId } from '../../workbench/actions.ts';
import { useActionStore } from './actions/use-actions.tsx';
import classes from './navigation.module.css';

export type Screen = 'decide' | 'samples' | 'evaluate' | 'compare' | 'trust' | 'models' | 'deploy' | 'endpoints';

const screens: {
  screen: Screen;
  label: string;
  action: ActionId;
  Icon: ComponentType<{ size: number; 'aria-hidden'?: boolean }>;
}[] = [
  { screen: 'decide', label: 'Decide', action: 'view.decide', Icon: IconScale },
  { screen: 'samples', label: 'Samples', action: 'view.samples', Icon: IconTags },
  { screen: 'evaluate', label: 'Evaluate', action: 'view.evaluate', Icon: IconReportAnalytics },
  { screen: 'compare', label: 'Compare', action: 'view.compare', Icon: IconColumns3 },
  { screen: 'trust', label: 'Trust', action: 'view.trust', Icon: IconShieldCheck },
  { screen: 'models', label: 'Models', action: 'view.models', Icon: IconCpu },
  { screen: 'deploy', label: 'Deploy', action: 'view.deploy', Icon: IconCloudUpload },
  { screen: 'endpoints', label: 'Endpoints', action: 'view.endpoints', Icon: IconServer2 },
];

export function Navigation({ screen: current }: { screen: Screen }) {
  const actions = useActionStore();
  return (
    <nav className={classes.navigation} aria-label="Screens">
      {screens.map(({ screen, label, action, Icon }) => (
        <UnstyledButton
          key={screen}
          className={classes.link}
          aria-current={screen === current ? 'page' : undefined}
          onClick={() => actions.run(action)}
        >
          <Icon size={18} aria-hidden />
          <span>{label}</span>
        </UnstyledButton>
      ))}
    </nav>
  );
}
