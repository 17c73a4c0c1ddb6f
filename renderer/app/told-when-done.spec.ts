import { describe, expect, it } from 'vitest';
import { isToldWhenDone } from './told-when-done.ts';

describe('a notice at the end of a job', () => {
  it('is for what a person may have left, and not for the check of a deployment', () => {
    expect([isToldWhenDone('download'), isToldWhenDone('compare-endpoint')]).toEqual([true, false]);
  });
});
