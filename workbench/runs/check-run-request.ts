import { isAbsolute } from 'node:path';
import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import { checkDecision } from '../../adapter/decision/parse-decision.ts';
import { decisionToJson } from '../../adapter/decision/write-decision.ts';
import type { FieldFault } from '../../adapter/fault.ts';
import type { RunConfiguration } from '../contract/runs.ts';
import type { SampleQuestion } from '../samples/sample.ts';
import type { Binding } from '../samples/sample-set.ts';
import { checkRemote, type Environment } from './remote/check-remote.ts';
import { remoteLabel } from './remote/remote-label.ts';

/**
 * The configurations as runs keep them: in a bound set the question is filled in, so that a run tells by itself which
 * options its probabilities belong to, whatever becomes of the set.
 * @param isSaved whether a saved configuration has that hash
 * @param environment in which keys of servers must be
 * @throws Fault INVALID_REQUEST with all that is wrong, as `configurations[i]…`
 */
export function checkRunRequest(
  binding: Binding,
  configurations: readonly RunConfiguration[],
  isSaved: (sha256: string) => boolean,
  environment: Environment = {},
): RunConfiguration[] {
  const faults: FieldFault[] = [];
  const checked = configurations.map((configuration, index) => {
    const path = `configurations[${index}]`;
    const { question, scoring, remote } = configuration;
    const model_path = remote === undefined ? configuration.model_path : remoteLabel(remote);
    faults.push(...checkRemote(configuration, environment, path));
    if (remote === undefined && !isAbsolute(model_path)) {
      const message = 'This path depends on a current folder.';
      faults.push({ path: `${path}.model_path`, message, limit: 'an absolute path' });
    }
    if (scoring.configuration !== null && !isSaved(scoring.configuration)) {
      const message = 'There is no such configuration.';
      faults.push({ path: `${path}.scoring.configuration`, message, limit: 'one of the saved ones' });
    }
    if (scoring.configuration === null && scoring.readout === 'texts' && scoring.order !== 'as-given') {
      const message = `The order ${scoring.order} does nothing with the texts readout: it reads each option on its own.`;
      faults.push({ path: `${path}.scoring.order`, message, limit: 'as-given with texts' });
    }
    if (question !== null) faults.push(...checkWording(binding, question, `${path}.question`));
    return { ...configuration, model_path, question: question ?? (binding.kind === 'bound' ? binding.question : null) };
  });
  if (faults.length > 0) throw invalidRequest(faults);
  return checked;
}

/** A wording may change everything but which options there are: else the labels mean nothing. */
function checkWording(binding: Binding, question: SampleQuestion, path: string): FieldFault[] {
  if (binding.kind === 'mixed') {
    return [{ path, message: 'Each sample of this set brings its own question.', limit: 'null' }];
  }
  const options = question.options.map((option) => ({ ...option }));
  const text = { kind: 'string', value: 'evidence' } as const;
  const decision = { id: 'wording', state: text, question: question.question, kind: question.kind, options };
  const faults: FieldFault[] = checkDecision(decisionToJson(decision), path).faults;
  const own = binding.question.options.map(({ id }) => id);
  const given = question.options.map(({ id }) => id);
  for (const [index, id] of given.entries()) {
    if (own.includes(id)) continue;
    const limit = `the set’s options: ${own.join(', ')}`;
    faults.push({ path: `${path}.options[${index}].id`, message: `“${id}” is no option of the set.`, limit });
  }
  for (const id of own) {
    if (given.includes(id)) continue;
    faults.push({ path: `${path}.options`, message: `The set’s option “${id}” is missing.`, limit: 'all of them' });
  }
  return faults;
}
