import { createContext, useContext } from 'react';

/** Opens the dialog that turns a text into options; the empty text lets a person paste there. */
export const PasteContext = createContext<(text: string) => void>(() => undefined);

export function usePaste(): (text: string) => void {
  return useContext(PasteContext);
}
