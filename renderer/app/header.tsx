import { ActionIcon, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconHelp, IconSearch } from '@tabler/icons-react';
import type { ReadoutName } from '../../adapter/configuration/scoring-settings.ts';
import { shortcutKeys } from './actions/format-shortcut.ts';
import { onMac, useActionStore } from './actions/use-actions.tsx';
import classes from './header.module.css';
import { JobsButton } from './jobs-button.tsx';
import { ModelChip } from './model-chip.tsx';

export function Header({ readout }: { readout: ReadoutName | null }) {
  const actions = useActionStore();
  return (
    <header className={classes.header}>
      <div className={classes.brand}>
        <Mark />
        <Text component="span" fw={650} size="md" className={classes.name}>
          Decision Workbench
        </Text>
      </div>
      <div className={classes.tools}>
        <JobsButton />
        <ModelChip readout={readout} />
        <UnstyledButton
          className={classes.search}
          onClick={() => actions.run('help.palette')}
          aria-label="Command palette"
          aria-keyshortcuts={onMac ? 'Meta+K' : 'Control+K'}
        >
          <IconSearch size={15} aria-hidden />
          <span className={classes.searchWord}>Commands</span>
          <Kbd size="xs">{shortcutKeys({ mod: true, key: 'k' }, onMac).join(' ')}</Kbd>
        </UnstyledButton>
        <Tooltip label="Keyboard shortcuts and help">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Keyboard shortcuts and help"
            onClick={() => actions.run('help.sheet')}
          >
            <IconHelp size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}

/** Three bars: what the workbench shows. */
function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" className={classes.markGround} />
      <rect x="7" y="8" width="18" height="4" rx="2" className={classes.markFirst} />
      <rect x="7" y="14" width="8" height="4" rx="2" className={classes.markSecond} />
      <rect x="7" y="20" width="12" height="4" rx="2" className={classes.markThird} />
    </svg>
  );
}
