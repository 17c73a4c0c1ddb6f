import { expect, it } from 'vitest';
import { judgeTrialExit } from './judge-trial-exit.ts';

// SIGABRT, SIGSEGV and SIGFPE, with and without a core dump.
it.each([6, 134, 11, 139, 136])('blames the file for a crash (%i)', (code) => {
  expect(judgeTrialExit(code, 'last words', 'linux')).toMatchObject({
    outcome: 'damaged',
    reason: expect.stringMatching(/crashed.*last words/),
  });
});

// An access violation, as an unsigned and as a signed number, and abort().
it.each([0xc0000005, -1073741819, 3])('blames the file for a crash on Windows (%i)', (code) => {
  expect(judgeTrialExit(code, '', 'win32').outcome).toBe('damaged');
});

// Killed (as for want of memory), ended from outside, and what the trial itself ends with.
it.each([9, 137, 15, 143, 0, 1, 2])('blames nobody otherwise (%i)', (code) => {
  expect(judgeTrialExit(code, '', 'linux').outcome).toBe('could-not-run');
});
