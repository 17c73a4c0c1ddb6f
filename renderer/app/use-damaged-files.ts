import { useEffect } from 'react';
import { useInfo } from './connection/use-workbench.tsx';
import { notifyFault } from './notify.tsx';

/** Names, once, the files of the workspace that could not be read; everything else opened. */
export function useDamagedFiles(): void {
  const damaged = useInfo()?.damaged;
  useEffect(() => {
    for (const fault of damaged ?? []) notifyFault(fault, { stays: true });
  }, [damaged]);
}
