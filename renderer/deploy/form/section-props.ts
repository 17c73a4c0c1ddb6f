import type { TargetDraft } from './target-draft.ts';

/** What every section of the form gets. */
export interface SectionProps {
  draft: TargetDraft;
  change: (change: Partial<TargetDraft>) => void;
  /** What is wrong at a field of the target, as in `bucket.name`; null when nothing is. */
  fault: (path: string) => string | null;
}
