import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import deploy from '../deploy/deploy-screen.module.css';
import type { OneCall } from './use-one-call.ts';

interface Props {
  call: Pick<OneCall<unknown>, 'asking' | 'cancel'>;
  icon: ReactNode;
  disabled?: boolean;
  onAsk: () => void;
  children: ReactNode;
}

/** Starts a call, and cancels it while it runs. */
export function CallButtons({ call, icon, disabled = false, onAsk, children }: Props) {
  return (
    <div className={deploy.row}>
      <Button size="xs" leftSection={icon} loading={call.asking} disabled={disabled} onClick={onAsk}>
        {children}
      </Button>
      {call.asking && (
        <Button size="xs" variant="default" leftSection={<IconX size={15} aria-hidden />} onClick={call.cancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
