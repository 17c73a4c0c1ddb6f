import { asFault, Fault } from '../../../adapter/fault.ts';
import type { DeploymentStepName } from '../../contract/deployments.ts';
import { stepsOf } from '../plan/steps-of.ts';
import { checkStep } from './check-step.ts';
import { endpointStep } from './endpoint-step.ts';
import { assertGoingOn } from './going-on.ts';
import { identityStep } from './identity-step.ts';
import { imageStep } from './image-step.ts';
import { modelStep } from './model-step.ts';
import { preflightStep } from './preflight-step.ts';
import { endpointConfigStep, sageMakerModelStep } from './sagemaker-steps.ts';
import type { Sitting } from './sitting.ts';

const steps: Record<DeploymentStepName, (sitting: Sitting) => Promise<void>> = {
  identity: identityStep,
  preflight: preflightStep,
  model: modelStep,
  image: imageStep,
  'sagemaker-model': sageMakerModelStep,
  'endpoint-config': endpointConfigStep,
  endpoint: endpointStep,
  check: checkStep,
};

/**
 * Goes through the steps that are not done, in their order. The account is looked at each time. What ends it stands in
 * the journal: done, failed with the fault, or cancelled.
 * @throws Fault IO_FAILED when the journal cannot be written; whatever a step throws is in the journal instead
 */
export async function runDeployment(sitting: Sitting, onStep: (step: DeploymentStepName) => void): Promise<void> {
  const { journal, signal } = sitting;
  await journal.add({ type: 'begun', work: 'deploy' });
  for (const step of stepsOf(sitting.plan)) {
    const isDone = journal.state().steps.some((record) => record.step === step && record.state === 'done');
    if (isDone && step !== 'identity') continue;
    let words = '';
    const tell: Sitting['tell'] = (news) => {
      if (news.news === 'words') words = news.words;
      sitting.tell(news);
    };
    try {
      assertGoingOn(signal);
      onStep(step);
      await journal.add({ type: 'step', step, state: 'started', fault: null });
      await steps[step]({ ...sitting, tell });
      await journal.add({ type: 'step', step, state: 'done', words, fault: null });
    } catch (error) {
      const fault = stopFault(error, sitting).toData();
      const how = fault.code === 'CANCELLED' ? 'cancelled' : 'failed';
      await journal.add({ type: 'step', step, state: how, words, fault });
      await journal.add({ type: 'ended', how, fault });
      return;
    }
  }
  await journal.add({ type: 'ended', how: 'done', fault: null });
}

/** What ended a step. Whatever comes after a person asked to stop comes of that. */
function stopFault(error: unknown, { signal, journal }: Pick<Sitting, 'signal' | 'journal'>): Fault {
  const fault = asFault(error);
  if (!signal.aborted || fault.code === 'IO_FAILED') return fault;
  const builds = [...journal.state().resources.values()].some(
    ({ resource, presence, facts }) =>
      resource.kind.endsWith('-project') && presence === 'maybe' && facts.build_attempt !== undefined,
  );
  const costs = builds ? ' A build may run on, and costs by the minute until it has ended or is undone.' : '';
  return new Fault(
    'CANCELLED',
    `The deployment was stopped. What was made stays and is listed.${costs}`,
    'Go on, or undo.',
  );
}
