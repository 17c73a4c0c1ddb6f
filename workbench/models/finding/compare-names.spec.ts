import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareNames } from './compare-names.ts';

it.each([
  [
    ['model-10', 'model-2', 'model-1'],
    ['model-1', 'model-2', 'model-10'],
  ],
  [
    ['b2', 'a10', 'a9'],
    ['a9', 'a10', 'b2'],
  ],
  [
    ['v1.10-Q4', 'v1.9-Q8', 'v1.9-Q4'],
    ['v1.9-Q4', 'v1.9-Q8', 'v1.10-Q4'],
  ],
  [
    ['x1', 'x01', 'x001', 'x'],
    ['x', 'x001', 'x01', 'x1'],
  ],
  [
    ['n99999999999999999999', 'n100000000000000000000'],
    ['n99999999999999999999', 'n100000000000000000000'],
  ],
])('puts %j in order', (names, wanted) => {
  expect(names.toSorted(compareNames)).toEqual(wanted);
});

it('is an order: the same whatever it began with, and no two names are equal', () => {
  const name = fc.array(fc.constantFrom('0', '1', '9', '10', 'a', 'b', '-', 'ü'), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.uniqueArray(
        name.map((parts) => parts.join('')),
        { minLength: 2, maxLength: 8 },
      ),
      (names) => {
        const sorted = names.toSorted(compareNames);
        expect(names.toReversed().toSorted(compareNames)).toEqual(sorted);
        for (const [index, one] of sorted.entries())
          for (const other of sorted.slice(index + 1)) {
            expect(compareNames(one, other)).toBeLessThan(0);
            expect(compareNames(other, one)).toBeGreaterThan(0);
          }
      },
    ),
  );
});
