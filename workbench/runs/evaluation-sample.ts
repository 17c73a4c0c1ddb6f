import type { EvaluationSample } from '../contract/runs.ts';
import type { SetView, ViewEntry } from '../samples/view/set-view.ts';

/** Characters of the evidence that a table shows: two lines of it. */
const EXCERPT_LENGTH = 160;

/** What the statistics need of a sample beside a run's rows, with its label as it is now. */
export function evaluationSample(view: SetView, { sample }: ViewEntry): EvaluationSample {
  const { id, label, group, disputed, question, tags } = sample;
  const options = question?.options.map((option) => option.id) ?? null;
  const kind = question?.kind ?? null;
  const { split } = tags;
  return {
    id,
    label,
    group,
    part: view.part(id),
    disputed,
    excerpt: excerptOf(sample.evidence.text),
    options,
    kind,
    ...(split === undefined ? {} : { split }),
  };
}

function excerptOf(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  const cut = text.slice(0, EXCERPT_LENGTH);
  // Half of a surrogate pair is no character.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
