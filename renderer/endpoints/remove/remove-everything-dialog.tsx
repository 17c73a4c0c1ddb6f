import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { EndpointList, RemovalAnswer } from '../../../workbench/contract/endpoints.ts';
import type { UndoChoice } from '../../../workbench/deployment/plan/resource.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import { countOf } from '../../charts/format-number.ts';
import deploy from '../../deploy/deploy-screen.module.css';
import { everyChoice, UndoChoices } from '../../deploy/undo/undo-choices.tsx';
import { othersWords } from '../endpoint-words.ts';
import type { Scope } from '../use-endpoints.ts';
import { isComplete, Removed } from './removed.tsx';

/** What has to be typed: nobody deletes everything by a slip. */
const CONFIRMATION = 'delete everything';

interface Props {
  scope: Scope;
  list: EndpointList | undefined;
  onClose: () => void;
  onRemoved: () => void;
}

/** Deletes all that is proved ours in the chosen regions, after the words were typed. */
export function RemoveEverythingDialog({ scope, list, onClose, onRemoved }: Props) {
  const { client } = useWorkbench();
  const [choices, setChoices] = useState<UndoChoice[]>(everyChoice);
  const [expiredOnly, setExpiredOnly] = useState(false);
  const [typed, setTyped] = useState('');
  const [removing, setRemoving] = useState(false);
  const [answer, setAnswer] = useState<RemovalAnswer | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const meant = list?.endpoints.filter(({ expired }) => expired || !expiredOnly) ?? [];
  const others = othersWords(meant);
  const remove = async (): Promise<void> => {
    setRemoving(true);
    setFault(null);
    try {
      setAnswer(
        await client.endpoints.removeEverything({
          regions: scope.regions,
          profile: scope.profile === '' ? null : scope.profile,
          expired_only: expiredOnly,
          choices,
        }),
      );
      onRemoved();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setRemoving(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={titleOf(answer)}
      role="alertdialog"
      closeOnClickOutside={!removing}
      closeOnEscape={!removing}
    >
      {answer === null ? (
        <div className={deploy.unfolded}>
          <p className={deploy.words}>
            In {scope.regions.join(', ')}: {countOf(meant.length, 'endpoint')}
            {meant.length === 0 ? '' : ` (${meant.map(({ ref }) => ref.name).join(', ')})`}
            {expiredOnly || list === undefined || list.leftovers.length === 0
              ? ''
              : ` and ${countOf(list.leftovers.length, 'leftover')}`}
            . Only what the journal or its tags prove to be made by this application is touched.
          </p>
          {others !== '' && (
            <p className={deploy.words}>
              <strong>{others}</strong>
            </p>
          )}
          <Checkbox
            size="xs"
            label="Only what has expired"
            checked={expiredOnly}
            onChange={(event) => setExpiredOnly(event.currentTarget.checked)}
          />
          <UndoChoices choices={choices} onChange={setChoices} />
          <TextInput
            size="xs"
            label={`Type “${CONFIRMATION}” to confirm`}
            value={typed}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {fault !== null && <RemedyCard fault={fault} />}
          <div className={deploy.dialogFoot}>
            <Button variant="default" onClick={onClose} disabled={removing}>
              Keep it all
            </Button>
            <Button
              color="red"
              loading={removing}
              disabled={typed.trim().toLowerCase() !== CONFIRMATION}
              onClick={() => void remove()}
            >
              Delete everything
            </Button>
          </div>
          {removing && (
            <p className={deploy.sentence} role="status">
              One after the other, endpoints first. This takes some minutes.
            </p>
          )}
        </div>
      ) : (
        <Removed answer={answer} onClose={onClose} />
      )}
    </Modal>
  );
}

function titleOf(answer: RemovalAnswer | null): string {
  if (answer === null) return 'Delete everything?';
  return isComplete(answer) ? 'What was deleted' : 'Not all could be removed';
}
