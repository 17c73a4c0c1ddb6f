import { Fault } from '../../../adapter/fault.ts';
import { completeModelInput } from '../plan/sagemaker-inputs.ts';
import { modelDriver } from './drivers.ts';
import { ensure } from './ensure.ts';
import { ensureSimple } from './ensure-simple.ts';
import { needResource } from './find-resource.ts';
import type { Sitting } from './sitting.ts';

/** Step 5: image by digest, model data and environment become one SageMaker model. */
export async function sageMakerModelStep(sitting: Sitting): Promise<void> {
  const { plan, aws, signal, journal, tell } = sitting;
  const resource = needResource(plan, 'model');
  const uri = journal.state().facts.image_uri;
  if (typeof uri !== 'string') {
    throw new Fault('CONFLICT', 'The image’s digest is not known yet.', 'Go on from the step of the image.');
  }
  const input = completeModelInput(resource.input, uri);
  await ensure(sitting, resource, modelDriver(aws, signal, resource.name, input));
  tell({ news: 'words', words: `Model ${resource.name}` });
}

/** Step 6: on which instances, and how many. */
export async function endpointConfigStep(sitting: Sitting): Promise<void> {
  const resource = needResource(sitting.plan, 'endpoint-config');
  await ensureSimple(sitting, resource);
  sitting.tell({ news: 'words', words: `Endpoint configuration ${resource.name}` });
}
