import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { type ActionDescription, type ActionId, actions } from '../../../workbench/actions.ts';
import { type ActionHandlers, type ActionStore, createActionStore } from './action-store.ts';
import { matchesShortcut } from './match-shortcut.ts';

export const onMac = /mac|iphone|ipad/i.test(navigator.platform);

const ActionContext = createContext<ActionStore | null>(null);

/** Texts outside the draft (a path, a label) keep the browser's own undo. */
const ownUndo = new Set<ActionId>(['edit.undo', 'edit.redo']);

export function ActionProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createActionStore);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      for (const action of actions) {
        const { shortcut }: ActionDescription = action;
        if (shortcut === undefined || !matchesShortcut(event, shortcut, onMac)) continue;
        if (ownUndo.has(action.id) && typesOutsideDraft(event.target)) return;
        event.preventDefault();
        store.run(action.id);
        return;
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [store]);

  return <ActionContext value={store}>{children}</ActionContext>;
}

function typesOutsideDraft(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const typing = target.matches('input, textarea, [contenteditable]');
  return typing && target.closest('[data-draft-editor]') === null;
}

export function useActionStore(): ActionStore {
  const store = useContext(ActionContext);
  if (store === null) throw new Error('useActionStore needs an ActionProvider around it.');
  return store;
}

/** Says what actions do while the calling component is on screen. */
export function useActionHandlers(handlers: ActionHandlers): void {
  const store = useActionStore();
  useEffect(() => store.register(handlers), [store, handlers]);
}

/** Renders again whenever what actions can do changes. */
export function useActionVersion(): number {
  const store = useActionStore();
  return useSyncExternalStore(store.subscribe, store.version);
}

export function isActionId(id: string): id is ActionId {
  return actions.some((action) => action.id === id);
}
