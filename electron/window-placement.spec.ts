import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimumSize, placeWindow } from './window-placement.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const monitor = { x: 1440, y: 0, width: 2560, height: 1440 };

describe('placeWindow', () => {
  it('opens where the window stood', () => {
    const stored = { x: 1600, y: 100, width: 1200, height: 900, maximized: true };
    expect(placeWindow(stored, [laptop, monitor])).toEqual(stored);
  });

  it('opens in the middle of the first screen at first, and when what is stored is damaged', () => {
    const middle = { x: 80, y: 43, width: 1280, height: 840, maximized: false };
    for (const stored of [null, 'x', {}, { x: Number.NaN, y: 0, width: 1, height: 1, maximized: false }]) {
      expect(placeWindow(stored, [laptop])).toEqual(middle);
    }
  });

  it('comes back when its screen is gone', () => {
    const placed = placeWindow({ x: 3000, y: 200, width: 1000, height: 700, maximized: false }, [laptop]);
    expect(placed).toEqual({ x: 220, y: 113, width: 1000, height: 700, maximized: false });
  });

  it('is moved onto the screen that it mostly stood on', () => {
    const placed = placeWindow({ x: 1300, y: -50, width: 1000, height: 700, maximized: false }, [laptop, monitor]);
    expect(placed).toEqual({ x: 1440, y: 0, width: 1000, height: 700, maximized: false });
  });

  it('always lies wholly on a screen and is as large as it must be', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const placed = placeWindow({ x, y, width, height, maximized: false }, [laptop, monitor]);
        const on = [laptop, monitor].some(
          (area) =>
            placed.x >= area.x &&
            placed.y >= area.y &&
            placed.x + placed.width <= area.x + area.width &&
            placed.y + placed.height <= area.y + area.height,
        );
        return on && placed.width >= minimumSize.width && placed.height >= minimumSize.height;
      }),
    );
  });
});
