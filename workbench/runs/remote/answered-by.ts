import { Fault } from '../../../adapter/fault.ts';
import type { AnsweredBy } from '../../contract/remote.ts';
import type { RemoteAnswer } from './remote-answer.ts';
import type { RemoteDescription } from './remote-scorer.ts';

/** As many other builds and devices as a run remembers: an endpoint has few kinds of instances. */
const MAX_OTHERS = 8;

/**
 * Who answers, with one more answer. Another build of the engine or another device is noted; another model would make
 * rows of two kinds.
 * @throws Fault CONFLICT
 */
export function noteAnswer(known: AnsweredBy | null, { by }: RemoteAnswer, described: RemoteDescription): AnsweredBy {
  if (known === null) return { ...by, ...described, others: [], busy: { times: 0, seconds: 0 } };
  const other =
    by.model_name !== known.model_name ||
    by.model?.sha256 !== known.model?.sha256 ||
    by.configuration_sha256 !== known.configuration_sha256 ||
    by.readout !== known.readout ||
    by.prompt_version !== known.prompt_version;
  if (other) {
    throw new Fault(
      'CONFLICT',
      `${by.model_name} answers now, with other settings or another file than those that this run began with, so its rows would be of two kinds.`,
      'Make a new run.',
    );
  }
  const build = buildWords(by.model, described.device);
  const isNew = build !== buildWords(known.model, known.device) && !known.others.includes(build);
  if (!isNew || known.others.length === MAX_OTHERS) return known;
  return { ...known, others: [...known.others, build] };
}

/** How the model is run, in words: what may change a number a little and is no other model. */
export function buildWords(model: AnsweredBy['model'], device: string | null): string {
  if (model === null) return device ?? 'not told';
  const layers = model.gpu_layers === 0 ? 'no layer on a GPU' : `${model.gpu_layers} layers on a GPU`;
  return [`${model.engine} ${model.engine_version}`, ...(device === null ? [] : [device]), layers].join(', ');
}
