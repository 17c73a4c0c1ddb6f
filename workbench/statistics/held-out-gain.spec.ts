import { describe, expect, it } from 'vitest';
import { goldenSet } from '../../fixtures/golden/statistics.ts';
import { heldOutGain } from './held-out-gain.ts';
import { selectRows } from './predictions.ts';
import { rescale } from './rescale.ts';

const { predictions } = goldenSet('a');

describe('heldOutGain', () => {
  it('keeps a temperature that undoes a distortion', () => {
    const gain = heldOutGain(rescale(predictions, 0.25), predictions, { seed: 1 });
    expect(gain.kept).toBe(true);
    expect(gain.after ?? 0).toBeLessThan(gain.before ?? 0);
  });

  it('does not keep what harms, what changes nothing, and what rests on one sample', () => {
    expect(heldOutGain(predictions, rescale(predictions, 0.25), { seed: 1 }).kept).toBe(false);
    expect(heldOutGain(predictions, predictions, { seed: 1 }).kept).toBe(false);
    const one = selectRows(predictions, [3]);
    expect(heldOutGain(rescale(one, 5), one, { seed: 1 }).kept).toBe(false);
    const none = selectRows(predictions, []);
    expect(heldOutGain(none, none, { seed: 1 })).toMatchObject({ before: null, after: null, kept: false });
  });
});
