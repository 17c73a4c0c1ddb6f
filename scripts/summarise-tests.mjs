/**
 * @param {import('./tally-reporter.mjs').Tally} tally
 * @param {string[]} missing what the tests need and did not find; with `strict` each is a failure
 * @param {boolean} strict
 * @returns {{ lines: string[], failed: boolean }} the last line is `N passed, N failed, N skipped`
 */
export function summariseTests(tally, missing, strict) {
  const lines = missing.map((sentence) => `${strict ? 'Failed' : 'Not tested'}: ${sentence}`);
  /** @type {Map<string, string[]>} */
  const byReason = new Map();
  for (const { name, reason } of tally.skipped) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  for (const [reason, names] of byReason) {
    lines.push(`Skipped, ${names.length}: ${reason}`, ...names.map((name) => `  ${name}`));
  }
  const failures = tally.failed + (strict ? missing.length : 0);
  if (tally.passed + failures === 0) lines.push('No test ran, which counts as a failure.');
  lines.push(`${tally.passed} passed, ${failures} failed, ${tally.skipped.length} skipped`);
  return { lines, failed: failures > 0 || tally.passed === 0 };
}
