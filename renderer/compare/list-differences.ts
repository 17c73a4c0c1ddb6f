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

const NOT_TOLD = 'not told';

/** A run as named facts; what is not known before it ran is what was asked for. */
function describe({ configuration, identity, answered_by: by, part }: Run, set: SampleSet): Map<string, string> {
  const { scoring, engine, question, remote } = configuration;
  const model = identity?.model ?? by?.model ?? null;
  // How a server reads its model is set there: what it does not tell is not known here.
  const fallback = (asked: string): string => (remote === undefined ? asked : NOT_TOLD);
  const used = identity?.settings ?? null;
  const asked = question ?? (set.binding.kind === 'bound' ? set.binding.question : null);
  return new Map([
    ['Scored by', remote === undefined ? 'this program' : configuration.model_path],
    ['Model file', model?.file ?? by?.model_name ?? fallback(fileName(configuration.model_path))],
    ['Quantisation', model?.quantization ?? fallback('not known yet')],
    ['Readout', used?.readout ?? by?.readout ?? scoring.readout ?? fallback('the model’s default')],
    ['Prompt', used?.prompt_version ?? by?.prompt_version ?? scoring.prompt_version ?? fallback('the default')],
    ['Chat template', used?.template ?? scoring.template ?? fallback('the default')],
    ['Order', used?.order ?? fallback(scoring.order)],
    ['Temperature', String(used?.temperature ?? scoring.temperature ?? fallback('the default'))],
    ['Saved configuration', scoring.configuration?.slice(0, 12) ?? 'none'],
    ['Question', asked?.question ?? 'each sample’s own'],
    ['Descriptions', describeOptions(asked)],
    ['Order of the options', asked?.options.map(({ id }) => id).join(', ') ?? 'each sample’s own'],
    ['Device', identity?.report.device ?? by?.device ?? fallback('not known yet')],
    ['Threads', String(identity?.report.threads ?? model?.threads ?? engine.threads ?? fallback('automatic'))],
    ['Engine mode', fallback(engine.mode)],
    ['Engine', model === null ? fallback('not known yet') : `${model.engine} ${model.engine_version}`],
    ['Host', identity?.host.cpu ?? by?.instance_type ?? fallback('not known yet')],
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
