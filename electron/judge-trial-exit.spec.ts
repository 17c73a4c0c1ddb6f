import { expect, it } from 'vitest';
import { judgeTrialExit } from './judge-trial-exit.ts';

it.each([6, 134, 11, 139, 136, 0xc0000005, -1073741819, -1073740791])('blames the file for a crash (%i)', (code) => {
  expect(judgeTrialExit(code)).toMatchObject({ outcome: 'damaged', reason: expect.stringContaining(String(code)) });
});

// 9 and 137: killed, as for want of memory. 4 and 132: the processor lacks an instruction. 15: ended from outside.
it.each([0, 1, 9, 137, 4, 132, 15, 143])('blames nobody otherwise (%i)', (code) => {
  expect(judgeTrialExit(code).outcome).toBe('could-not-run');
});
