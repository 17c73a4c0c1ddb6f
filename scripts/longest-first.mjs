import { BaseSequencer } from 'vitest/node';

/** What takes minutes, the longest first; the others follow as Vitest has them. */
const long = [
  'test/claims/',
  'adapter/score/same-numbers',
  'workbench/cli/cli.model',
  'test/deployment/calls',
  'test/deployment/journey',
];

/** Begins with what takes longest, so that two workers end together. */
export class LongestFirst extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const place = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) => {
      const found = long.findIndex((part) => moduleId.replaceAll('\\', '/').includes(part));
      return found < 0 ? long.length : found;
    };
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
