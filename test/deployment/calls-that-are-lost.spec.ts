import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, isLook, losesReply, MATRIX_TIMEOUT_MS, type Matrix, openMatrix } from './fault-matrix.ts';
import { EMPTY_ACCOUNT, listAccount } from './list-account.ts';
import { deploy, undoAll } from './open-sitting.ts';

describe('a deployment that loses its connection or its process goes on to one of everything, or comes undone', () => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await openMatrix();
  });
  afterAll(async () => {
    await matrix?.close();
  });

  it('with the reply of a call, and everything after it', { timeout: MATRIX_TIMEOUT_MS }, async () => {
    const { before, goesOnAndComesUndone, deployInto } = matrix;
    for (const [k, { call }] of before.entries()) {
      await at(call, k, async () => goesOnAndComesUndone(await deployInto(losesReply, k)));
    }
  });

  it('killed at a call, before or after its effect', { timeout: MATRIX_TIMEOUT_MS }, async () => {
    const { before, after, goesOnAndComesUndone } = matrix;
    for (const [k, moment] of before.entries()) await at(moment.call, k, () => goesOnAndComesUndone(moment));
    for (const [k, moment] of after.entries()) {
      if (!isLook(moment.call)) await at(moment.call, k, () => goesOnAndComesUndone(moment));
    }
  });

  it('killed at a call of an undo, before or after its effect', { timeout: MATRIX_TIMEOUT_MS }, async () => {
    const { aws, fresh, options, putBack, undoMoments } = matrix;
    putBack(fresh);
    await deploy(options);
    const moments = await undoMoments();
    expect(moments.length).toBeGreaterThan(40);
    for (const [k, moment] of moments.entries()) {
      await at(moment.call, k, async () => {
        putBack(moment);
        const { status, fault } = await undoAll(options);
        expect([status, fault]).toEqual(['undone', null]);
        expect(listAccount(aws)).toEqual(EMPTY_ACCOUNT);
      });
    }
  });

  it('with one reply: it tries again by itself', { timeout: MATRIX_TIMEOUT_MS }, async () => {
    const { aws, before, fresh, options, putBack, whole } = matrix;
    for (const [k, { call }] of before.entries()) {
      if (isLook(call)) continue;
      await at(call, k, async () => {
        putBack(fresh);
        let count = -1;
        aws.faults.decide = () => {
          count += 1;
          return count === k ? { kind: 'cut', when: 'after' } : null;
        };
        const { status, fault } = await deploy(options);
        aws.faults.clear();
        expect([status, fault]).toEqual(['done', null]);
        expect(listAccount(aws)).toEqual(whole);
      });
    }
  });
});
