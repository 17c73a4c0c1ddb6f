import { Button } from '@mantine/core';
import type { RemovalAnswer } from '../../../workbench/contract/endpoints.ts';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import deploy from '../../deploy/deploy-screen.module.css';
import { RemovalList } from '../../deploy/undo/removal-list.tsx';

const done = { remove: 'Was removed', keep: 'Stays, and why', gone: 'Was gone already' } as const;

/** What became of a removal: what is gone, what stays and why, what failed; the end of the dialog that asked for it. */
export function Removed({ answer, onClose }: { answer: RemovalAnswer; onClose: () => void }) {
  return (
    <div className={deploy.unfolded}>
      <div className={deploy.unfolded} role="status">
        {answer.faults.map((fault) => (
          <RemedyCard key={`${fault.code} ${fault.message}`} fault={fault} />
        ))}
        <RemovalList removals={answer.removals} words={done} />
        {answer.removals.length === 0 && answer.faults.length === 0 && (
          <p className={deploy.words}>There was nothing to remove.</p>
        )}
      </div>
      <div className={deploy.dialogFoot}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

/** Whether nothing that was to go is still there. */
export function isComplete({ removals, faults }: RemovalAnswer): boolean {
  return faults.length === 0 && !removals.some(({ action, kind }) => action === 'keep' && kind === 'endpoint');
}
