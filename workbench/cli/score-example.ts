import type { ContractRouterClient } from '@orpc/contract';
import { Fault } from '../../adapter/fault.ts';
import type { contract } from '../contract/contract.ts';
import { faultOfData } from '../contract/fault-of-error.ts';
import { FIRST_EXAMPLE, readExample } from '../decisions/examples.ts';
import { drawBars } from './draw-bars.ts';

export type WorkbenchClient = ContractRouterClient<typeof contract>;

/**
 * Waits until a model is loaded, scores the first example and gives its bars as text.
 * @param options.isModelExpected when there is no model at all: fail (true) or wait for one (false)
 * @throws Fault NO_MODEL, the fault of a load that failed, and all that scoring throws
 */
export async function scoreExample(
  client: WorkbenchClient,
  options: { isModelExpected: boolean; signal: AbortSignal },
): Promise<string> {
  await waitForModel(client, options);
  const { draft } = readExample(FIRST_EXAMPLE);
  const call = { signal: options.signal };
  const { results } = await client.scoring.score({ ticket: 'first-example', draft }, call);
  return results.map((result, index) => drawBars(draft.questions[index]?.question ?? '', result)).join('\n');
}

async function waitForModel(
  client: WorkbenchClient,
  { isModelExpected, signal }: { isModelExpected: boolean; signal: AbortSignal },
): Promise<void> {
  for await (const event of await client.app.events(undefined, { signal })) {
    if (event.type !== 'hello' && event.type !== 'engine') continue;
    if (event.engine.status === 'ready') return;
    if (!isModelExpected) continue;
    if (event.engine.status === 'failed') throw faultOfData(event.engine.fault);
    if (event.type === 'hello' && !(await hasUsableModel(client))) {
      throw new Fault(
        'NO_MODEL',
        'There is no model to score the example with.',
        'Fetch the starter (models fetch starter), or add a GGUF file in the app.',
      );
    }
  }
  signal.throwIfAborted();
  throw new Fault('ENGINE_FAILED', 'The workbench ended before a model was loaded.', 'Start it again.');
}

async function hasUsableModel(client: WorkbenchClient): Promise<boolean> {
  return (await client.models.list()).some(({ fault }) => fault === null);
}
