import type { Run } from '../../workbench/contract/runs.ts';
import type { SampleQuestion } from '../../workbench/samples/sample.ts';
import type { SampleSet } from '../../workbench/samples/sample-set.ts';
import { fileName } from '../app/model-name.ts';

/** One thing in which a run differs from the baseline. */
export interface Difference {
  what: string;
  baseline: string;
  candidate: string;
}

/** Everything in which two runs differ but their answers: it is what the difference in accuracy may come from. */
export function listDifferences(baseline: Run, candidate: Run, set: SampleSet): Difference[] {
  const [before, after] = [describe(baseline, set), describe(candidate, set)];
  return [...before.keys()].flatMap((what) => {
    const [one = '', other = ''] = [before.get(what), after.get(what)];
    return one === other ? [] : [{ what, baseline: one, candidate: other }];
  });
}

/** A run as named facts; what is not known before it ran is what was asked for. */
function describe({ configuration, identity, part }: Run, set: SampleSet): Map<string, string> {
  const { scoring, engine, question } = configuration;
  const used = identity?.settings ?? null;
  const asked = question ?? (set.binding.kind === 'bound' ? set.binding.question : null);
  return new Map([
    ['Model file', fileName(configuration.model_path)],
    ['Quantisation', identity?.model.quantization ?? 'not known yet'],
    ['Readout', used?.readout ?? scoring.readout ?? 'the model’s default'],
    ['Prompt', used?.prompt_version ?? scoring.prompt_version ?? 'the default'],
    ['Chat template', used?.template ?? scoring.template ?? 'the default'],
    ['Order', used?.order ?? scoring.order],
    ['Temperature', String(used?.temperature ?? scoring.temperature ?? 'the default')],
    ['Saved configuration', scoring.configuration?.slice(0, 12) ?? 'none'],
    ['Question', asked?.question ?? 'each sample’s own'],
    ['Descriptions', describeOptions(asked)],
    ['Order of the options', asked?.options.map(({ id }) => id).join(', ') ?? 'each sample’s own'],
    ['Device', identity?.report.device ?? 'not known yet'],
    ['Threads', String(identity?.report.threads ?? engine.threads ?? 'automatic')],
    ['Engine mode', engine.mode],
    ['Engine', identity === null ? 'not known yet' : `${identity.model.engine} ${identity.model.engine_version}`],
    ['Host', identity?.host.cpu ?? 'not known yet'],
    ['Part of the samples', part],
  ]);
}

/** Descriptions by id, so that another order alone is no other description. */
function describeOptions(question: SampleQuestion | null): string {
  if (question === null) return 'each sample’s own';
  return question.options
    .map(({ id, description }) => `${id}: ${description}`)
    .toSorted()
    .join('; ');
}
