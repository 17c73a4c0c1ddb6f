import type { EngineOwner } from './owner.ts';

/** Often enough for minutes. */
const intervalMs = 15_000;

/** Below this share of the machine's memory the system begins to swap, or to end programs. */
const LOW_SHARE = 0.04;
/** A model that was used so lately is needed: taking it away would only load it again. */
const recentMs = 60_000;

export interface IdleParts {
  engine: Pick<EngineOwner, 'state' | 'lastUsed' | 'setAside'>;
  /** After so many minutes without use; null never. */
  minutes: () => number | null;
  /** Share of the machine's memory that is free. */
  freeShare: () => number;
  now: () => Date;
}

/** Looks once whether the loaded model should make room. */
export async function makeRoomWhenIdle({ engine, minutes, freeShare, now }: IdleParts): Promise<void> {
  const state = engine.state();
  if (state.status !== 'ready' || state.scoring) return;
  const time = now().getTime();
  const unusedMs = time - engine.lastUsed();
  const limit = minutes();
  if (limit !== null && unusedMs >= limit * 60_000) {
    await engine.setAside('idle', time - limit * 60_000);
  } else if (unusedMs >= recentMs && freeShare() < LOW_SHARE) {
    await engine.setAside('memory', time - recentMs);
  }
}

/** Looks again and again. Returns the end of it. */
export function watchIdle(parts: IdleParts): () => void {
  const timer = setInterval(() => void makeRoomWhenIdle(parts).catch(() => undefined), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
