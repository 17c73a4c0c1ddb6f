import type { Backend } from './backend.ts';
import type { Build, BuildOutcome } from './codebuild.ts';

/** What builds find, and how they end. */
export interface BuildWorld {
  backend: Backend;
  /** Ends every build with it. */
  failure: BuildOutcome['failure'];
  /** The hub's file is another one than the plan says. */
  wrongChecksum: boolean;
}

export async function runSpecification(build: Build, world: BuildWorld): Promise<BuildOutcome> {
  void build;
  return { log: [], failure: world.failure };
}
