import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

/** What another screen wants to be shown or deployed. */
export type DeployWish =
  | { kind: 'configuration'; sha256: string }
  /** Another configuration for an endpoint that runs. */
  | { kind: 'update'; deploymentId: string }
  /** How a deployment stands. */
  | { kind: 'show'; deploymentId: string };

interface WishValue {
  wish: DeployWish | null;
  makeWish: (wish: DeployWish | null) => void;
}

const WishContext = createContext<WishValue | null>(null);

export function DeployWishProvider({ children }: { children: ReactNode }) {
  const [wish, makeWish] = useState<DeployWish | null>(null);
  return <WishContext value={useMemo(() => ({ wish, makeWish }), [wish])}>{children}</WishContext>;
}

export function useDeployWish(): WishValue {
  const value = useContext(WishContext);
  if (value === null) throw new Error('useDeployWish needs a DeployWishProvider around it.');
  return value;
}
