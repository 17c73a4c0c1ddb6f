import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, failsAfter, failsBefore, isLook, type Matrix, openMatrix } from './fault-matrix.ts';
import { EMPTY_ACCOUNT, listAccount } from './list-account.ts';
import { undoAll } from './open-sitting.ts';

// One test for each way to fail, and all calls in it: each of them is gone through to the end twice.
describe('a deployment one of whose calls fails goes on to one of everything, or comes undone to nothing', () => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await openMatrix();
  });
  afterAll(async () => {
    await matrix?.close();
  });

  it('makes what the plan says, and undo leaves nothing', async () => {
    expect(matrix.whole).toEqual({
      ...EMPTY_ACCOUNT,
      endpoints: ['bench'],
      configs: ['bench-12345678'],
      models: ['bench-12345678'],
      projects: ['bench-12345678-image'],
      scaling: ['endpoint/bench/variant/main'],
      roles: ['bench-12345678-build', 'bench-12345678-execution'],
      repositories: ['decision-workbench-cpu'],
      images: [expect.stringMatching(/^decision-workbench-cpu:[0-9a-f]{64}$/)],
      groups: ['/aws/codebuild/bench-12345678-image', '/aws/sagemaker/Endpoints/bench'],
      buckets: ['decision-workbench-123456789012-us-east-1'],
      objects: [
        expect.stringMatching(/image-detail\.json$/),
        expect.stringMatching(/source\.zip$/),
        expect.stringMatching(/model-manifest\.json$/),
        expect.stringMatching(/model\.gguf$/),
      ],
    });
    await undoAll(matrix.options);
    expect(listAccount(matrix.aws)).toEqual(EMPTY_ACCOUNT);
  });

  it('before its effect', async () => {
    const { before, goesOnAndComesUndone, deployInto } = matrix;
    for (const [k, { call }] of before.entries()) {
      await at(call, k, async () => goesOnAndComesUndone(await deployInto(failsBefore, k)));
    }
  });

  it('after its effect', async () => {
    const { before, goesOnAndComesUndone, deployInto } = matrix;
    for (const [k, { call }] of before.entries()) {
      if (isLook(call)) continue;
      await at(call, k, async () => goesOnAndComesUndone(await deployInto(failsAfter, k)));
    }
  });
});
