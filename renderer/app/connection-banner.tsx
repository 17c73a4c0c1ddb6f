import { Loader } from '@mantine/core';
import type { FaultData } from '../../adapter/fault.ts';
import classes from './connection-banner.module.css';

/** Says that the workbench is gone; the page connects again by itself. */
export function ConnectionBanner({ fault }: { fault: FaultData }) {
  return (
    <div className={classes.banner} role="alert">
      <Loader size={14} color="currentColor" aria-hidden />
      <span>
        <strong>{fault.message}</strong> {fault.next} What you type here is kept on this page until then.
      </span>
    </div>
  );
}
