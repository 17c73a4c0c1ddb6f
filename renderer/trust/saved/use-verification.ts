import { useCallback, useState } from 'react';
import type { FaultData } from '../../../adapter/fault.ts';
import type { VerifyAnswer } from '../../../workbench/contract/configurations.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';

/** The last verification of a saved configuration, while its card is on screen. */
export function useVerification(sha256: string) {
  const { client } = useWorkbench();
  const [running, setRunning] = useState(false);
  const [answer, setAnswer] = useState<VerifyAnswer | null>(null);
  const [fault, setFault] = useState<FaultData | null>(null);
  const verify = useCallback(
    (run_id: string) => {
      setRunning(true);
      setFault(null);
      client.configurations
        .verify({ sha256, run_id })
        .then(setAnswer, (error: unknown) => {
          setAnswer(null);
          setFault(faultOf(error));
        })
        .finally(() => setRunning(false));
    },
    [client, sha256],
  );
  const words = fault === null ? (answer?.sentence ?? '') : `${fault.message} ${fault.next}`;
  return { running, answer, words, verify };
}
