import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { settingsOfConfiguration } from '../../adapter/configuration/settings-of-configuration.ts';
import type { SavedConfiguration } from '../../workbench/contract/configurations.ts';
import type { OpenDocument } from './document/use-open-document.ts';
import { useSession } from './use-session.tsx';

/** A saved configuration that another screen wants a decision to be scored under. */
interface Wanted {
  saved: SavedConfiguration;
  /** Null is the decision that is open. */
  documentId: string | null;
}

interface WantedValue {
  wanted: Wanted | null;
  want: (wanted: Wanted | null) => void;
}

const WantedContext = createContext<WantedValue | null>(null);

export function WantedConfigurationProvider({ children }: { children: ReactNode }) {
  const [wanted, want] = useState<Wanted | null>(null);
  return <WantedContext value={useMemo(() => ({ wanted, want }), [wanted])}>{children}</WantedContext>;
}

function useWanted(): WantedValue {
  const value = useContext(WantedContext);
  if (value === null) throw new Error('A WantedConfigurationProvider is needed around it.');
  return value;
}

/** Asks Decide to score a decision under a saved configuration; a change like any other, so it can be undone. */
export function useWantConfiguration(): (saved: SavedConfiguration, documentId: string | null) => void {
  const { want } = useWanted();
  return useCallback((saved, documentId) => want({ saved, documentId }), [want]);
}

/** Does in the open decision what another screen asked for; opens the decision first when it is another one. */
export function WantedConfiguration({ documents }: { documents: OpenDocument }) {
  const { wanted, want } = useWanted();
  const { document, change } = useSession();
  const { openById } = documents;
  useEffect(() => {
    if (wanted === null) return;
    const { saved, documentId } = wanted;
    if (documentId !== null && documentId !== document.id) return openById(documentId);
    const settings = settingsOfConfiguration(saved.configuration.scoring);
    change({ type: 'scoring', scoring: { ...settings, configuration: saved.sha256 } });
    want(null);
  }, [wanted, want, document.id, change, openById]);
  return null;
}
