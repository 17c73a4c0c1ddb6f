import type { ReactNode } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import { CopyBlock } from '../copy-block.tsx';
import { FaultCard } from './fault-card.tsx';
import classes from './remedy-card.module.css';

/** What some fields of a fault are: texts to be used elsewhere, as they are. */
const copied: Readonly<Record<string, string>> = {
  command: 'Command',
  policy: 'Policy statement',
};

/** A fault of a service, with the command or the policy that helps, ready to be copied. */
export function RemedyCard({ fault, children }: { fault: FaultData; children?: ReactNode }) {
  const texts = fault.fields.filter(({ path }) => copied[path] !== undefined);
  const words = fault.fields.filter(({ path }) => copied[path] === undefined);
  return (
    <div className={classes.stack}>
      <FaultCard fault={fault}>{children}</FaultCard>
      {words.length > 0 && (
        <ul className={classes.words}>
          {words.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path === '' ? '' : <strong>{path}: </strong>}
              {message}
            </li>
          ))}
        </ul>
      )}
      {texts.map(({ path, message }) => (
        <CopyBlock key={`${path} ${message}`} label={copied[path] ?? path} text={message} />
      ))}
    </div>
  );
}
