import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * @typedef {{ passed: number, failed: number, skipped: { name: string, reason: string }[] }} Tally
 * @typedef {Tally & { failing: { file: string, passed: number, failed: number }[] }} TallyOfFiles `failing` are the files
 * with a failure, and what of the counts is theirs
 */

/**
 * A Vitest reporter that leaves the counts for `npm test`. Vitest's own JSON report has no reasons of skips, no errors
 * outside of tests, and counts a file that cannot be loaded as nothing.
 */
export default class TallyReporter {
  /** @param {{ outputFile: string }} options */
  constructor(options) {
    this.outputFile = options.outputFile;
  }

  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<import('vitest').SerializedError>} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    mkdirSync(dirname(this.outputFile), { recursive: true });
    writeFileSync(this.outputFile, JSON.stringify(tally(modules, unhandled)));
  }
}

/**
 * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
 * @param {ReadonlyArray<unknown>} unhandled errors that belong to no test; each counts as a failure
 * @returns {TallyOfFiles}
 */
function tally(modules, unhandled) {
  /** @type {TallyOfFiles} */
  const counts = { passed: 0, failed: unhandled.length, skipped: [], failing: [] };
  for (const module of modules) {
    const { passed, failed } = counts;
    // A file that cannot be loaded, or whose hooks fail, has errors of its own beside those of its tests.
    counts.failed += [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
    for (const test of module.children.allTests()) {
      const result = test.result();
      if (result.state === 'passed') counts.passed += 1;
      else if (result.state === 'failed') counts.failed += 1;
      // Still pending at the end: the run broke off before it.
      else if (result.state === 'pending') counts.failed += 1;
      else counts.skipped.push({ name: `${module.relativeModuleId} > ${test.fullName}`, reason: reasonOf(test) });
    }
    if (counts.failed > failed) {
      const file = module.relativeModuleId;
      counts.failing.push({ file, passed: counts.passed - passed, failed: counts.failed - failed });
    }
  }
  return counts;
}

/** @param {import('vitest/node').TestCase} test */
function reasonOf(test) {
  const result = test.result();
  if (test.options.mode === 'todo') return 'to do';
  return (result.state === 'skipped' && result.note) || 'its condition in the spec does not hold here';
}
