import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { FaultData } from '../../adapter/fault.ts';
import { faultOf } from './connection/fault-of.ts';

/** Time to read two sentences. */
const FAULT_SHOWN_MS = 12_000;
const NOTE_SHOWN_MS = 5_000;

/** Shows what went wrong and what to do next. */
export function notifyFault(fault: FaultData, { stays = false } = {}): void {
  if (fault.code === 'CANCELLED') return;
  notifications.show({
    color: 'red',
    title: fault.message,
    message: <FaultDetails fault={fault} />,
    autoClose: stays ? false : FAULT_SHOWN_MS,
    // The same fault twice is one message.
    id: `${fault.code} ${fault.message}`,
    role: 'alert',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

/** The same for a failed call. */
export function notifyError(error: unknown): void {
  notifyFault(faultOf(error));
}

/** A short word that something was done. */
export function notifyDone(message: string): void {
  notifications.show({
    message,
    autoClose: NOTE_SHOWN_MS,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

function FaultDetails({ fault }: { fault: FaultData }) {
  return (
    <>
      {fault.fields.map((field) => (
        <Text key={`${field.path} ${field.message}`} size="sm" c="dimmed">
          {field.path === '' ? '' : `${field.path}: `}
          {field.message}
        </Text>
      ))}
      <Text size="sm">{fault.next}</Text>
    </>
  );
}
