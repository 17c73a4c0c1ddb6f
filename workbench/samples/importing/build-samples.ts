import { checkDecision } from '../../../adapter/decision/parse-decision.ts';
import { decisionToJson } from '../../../adapter/decision/write-decision.ts';
import { writePath } from '../../../adapter/json/json-path.ts';
import type { Pacer } from '../pacer.ts';
import type { RowFault } from '../reading/source-row.ts';
import { type Sample, type SampleQuestion, sampleSchema } from '../sample.ts';
import type { Binding } from '../sample-set.ts';
import type { ResolvedDraft } from './resolve-labels.ts';

/** The samples that resolved drafts stand for; those that break a limit are faults. */
export async function buildSamples(
  resolved: readonly ResolvedDraft[],
  binding: Binding,
  file: string,
  pace: Pacer,
): Promise<{ samples: Sample[]; faults: RowFault[] }> {
  const samples: Sample[] = [];
  const faults: RowFault[] = [];
  const checked = new Map<string, string | null>();
  for (const { settled, question, label, suggestion } of resolved) {
    await pace();
    const { draft, disputed } = settled;
    const { line } = draft;
    const wrong = binding.kind === 'mixed' ? checkQuestion(question, checked) : null;
    if (wrong !== null) {
      faults.push({ line, column: null, message: wrong });
      continue;
    }
    const parsed = sampleSchema.safeParse({
      id: draft.id,
      evidence: draft.evidence,
      label,
      group: draft.group,
      note: draft.note,
      disputed,
      suggestion:
        suggestion === null || draft.suggestion === null
          ? null
          : { label: suggestion, confidence: draft.suggestion.confidence, by: draft.suggestion.by },
      question: binding.kind === 'mixed' ? question : null,
      tags: draft.tags,
      origin: { file, line },
    });
    if (parsed.success) samples.push(parsed.data);
    else {
      const issue = parsed.error.issues[0];
      const path = writePath((issue?.path ?? []).map((step) => (typeof step === 'number' ? step : String(step))));
      faults.push({ line, column: null, message: `Its ${path || 'sample'} breaks a rule: ${issue?.message ?? ''}` });
    }
  }
  return { samples, faults };
}

/** What is wrong with a row's question, by the rules of decisions; equal questions are checked once. */
function checkQuestion(question: SampleQuestion, checked: Map<string, string | null>): string | null {
  const key = JSON.stringify(question);
  const known = checked.get(key);
  if (known !== undefined) return known;
  const state = { kind: 'string' as const, value: 'x' };
  const [fault] = checkDecision(decisionToJson({ id: 'x', state, ...question })).faults;
  const why = fault === undefined ? null : `Its question’s ${fault.path}: ${fault.message} (${fault.limit ?? ''})`;
  checked.set(key, why);
  return why;
}
