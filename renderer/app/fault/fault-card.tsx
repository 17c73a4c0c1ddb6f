import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import classes from './fault-card.module.css';

/** What happened, why, what next, and the buttons that do it. */
export function FaultCard({ fault, children }: { fault: FaultData; children?: ReactNode }) {
  return (
    <div className={classes.card} role="alert">
      <IconAlertTriangle size={18} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {fault.message}
        </Text>
        <Text size="sm">{fault.next}</Text>
        {children !== undefined && (
          <Group gap="xs" mt="xs">
            {children}
          </Group>
        )}
      </div>
    </div>
  );
}

export function FaultButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}
