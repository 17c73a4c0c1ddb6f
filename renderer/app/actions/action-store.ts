import type { ActionId } from '../../../workbench/actions.ts';

/** What an action does at the moment, and whether it can. */
export interface ActionHandler {
  run: () => void;
  /** Why it cannot run now; absent when it can. */
  unavailable?: string | undefined;
}

export type ActionHandlers = Partial<Record<ActionId, ActionHandler>>;

/** Handlers of the actions, given by whichever parts of the interface are on screen. */
export interface ActionStore {
  /** Adds handlers; the function returned takes them away again. */
  register: (handlers: ActionHandlers) => () => void;
  get: (id: ActionId) => ActionHandler | undefined;
  /** Runs the action if it is possible now; says whether it ran. */
  run: (id: ActionId) => boolean;
  subscribe: (listener: () => void) => () => void;
  /** Changes whenever handlers change. */
  version: () => number;
}

export function createActionStore(): ActionStore {
  const layers: ActionHandlers[] = [];
  const listeners = new Set<() => void>();
  let version = 0;
  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const get = (id: ActionId): ActionHandler | undefined => layers.findLast((layer) => layer[id] !== undefined)?.[id];
  return {
    register: (handlers) => {
      layers.push(handlers);
      changed();
      return () => {
        layers.splice(layers.indexOf(handlers), 1);
        changed();
      };
    },
    get,
    run: (id) => {
      const handler = get(id);
      if (handler === undefined || handler.unavailable !== undefined) return false;
      handler.run();
      return true;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
