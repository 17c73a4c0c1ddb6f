import { IconAlertCircle } from '@tabler/icons-react';
import classes from './field-fault.module.css';

/** What is wrong with a field, beside it; takes no place while nothing is. */
export function FieldFaultText({ id, fault }: { id: string; fault: string | undefined }) {
  if (fault === undefined) return null;
  return (
    <p id={id} className={classes.fault}>
      <IconAlertCircle size={14} aria-hidden />
      <span>{fault}</span>
    </p>
  );
}
