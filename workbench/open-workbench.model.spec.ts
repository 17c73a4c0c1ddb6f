import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sharedLibrary } from '../adapter/engine/shared-library.ts';
import { starterIsHere, starterPath, tinyPaths } from '../fixtures/models/model-files.ts';
import { temporaryFolder } from '../test/stand-ins/temporary-folder.ts';
import { openWorkbench } from './open-workbench.ts';

// On a machine that is busy with other work the engine's threads wait for each other.
const LOAD_MS = 120_000;
const model = starterPath;

function hostIn(folder: string) {
  return {
    kind: 'browser' as const,
    version: '0.0.0',
    workspaceFolder: join(folder, 'workspace'),
    modelsFolder: join(folder, 'models'),
    pickModelFiles: null,
    tryModel: async () => ({ outcome: 'fine' as const }),
  };
}

/** Other specs may use the rest of the machine. */
const oneThread = { gpuLayers: 'auto', threads: 1, contextTokens: 8192, mode: 'reproducible' } as const;

it('ends the engine itself when it closes, and can be opened again', async () => {
  const host = hostIn(temporaryFolder());
  for (const time of ['first', 'second']) {
    const workbench = await openWorkbench(host);
    const client = createRouterClient(workbench.router, { context: {} });
    if (time === 'first') {
      await client.settings.change({ engine: oneThread });
      await client.engine.load({ path: tinyPaths.llama });
    }
    await vi.waitFor(async () => expect(await client.engine.state()).toMatchObject({ status: 'ready' }), LOAD_MS);
    const { llama } = await sharedLibrary('auto');
    expect(llama.disposed).toBe(false);
    await workbench.close();
    expect(llama.disposed).toBe(true);
  }
});

it.skipIf(!starterIsHere())(
  'opens, loads a model in place and scores the example; a later start loads it again',
  async () => {
    const host = hostIn(temporaryFolder());
    const open = async () => {
      const workbench = await openWorkbench(host);
      let closed: Promise<void> | null = null;
      const close = () => {
        closed ??= workbench.close();
        return closed;
      };
      onTestFinished(close);
      return { client: createRouterClient(workbench.router, { context: {} }), close };
    };
    const first = await open();
    await first.client.settings.change({ engine: oneThread });
    await first.client.models.add({ path: model });
    await first.client.engine.load({ path: model });
    await vi.waitFor(async () => expect(await first.client.engine.state()).toMatchObject({ status: 'ready' }), LOAD_MS);
    const { last_decision } = await first.client.settings.get();
    const { draft } = await first.client.decisions.get({ id: last_decision ?? '' });
    const answer = await first.client.scoring.score({ ticket: 'one', draft });
    expect(answer.settings.readout).toBe('texts');
    expect(answer.results[0]?.option_ids).toEqual(['account_access', 'billing', 'sales']);
    expect(answer.results[0]?.probabilities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
    const prompt = await first.client.scoring.prompt({ draft, question: 0 });
    expect(prompt.prompt_sha256).toBe(answer.results[0]?.prompt_sha256);
    await first.close();

    const second = await open();
    await vi.waitFor(
      async () => expect(await second.client.engine.state()).toMatchObject({ status: 'ready' }),
      LOAD_MS,
    );
    const again = await second.client.scoring.score({ ticket: 'two', draft });
    expect(again.results[0]?.option_logits).toEqual(answer.results[0]?.option_logits);
  },
  400_000,
);
