import { describe, expect, it } from 'vitest';
import { type ActionRule, chooseAction } from './choose-action.ts';

const ids = ['refund', 'wait', 'constructor'];
const none: ActionRule = { threshold: null, thresholds: null, costs: null, fallback: null };

describe('by threshold', () => {
  it('accepts from the threshold on, and falls back or abstains below it', () => {
    const rule = { ...none, threshold: 0.6 };
    expect(chooseAction(ids, [0.6, 0.3, 0.1], rule)).toEqual({
      x_choice: 'refund',
      x_abstained: false,
      x_reason: 'accepted: refund has 0.6, at least the threshold 0.6',
      x_threshold: 0.6,
    });
    expect(chooseAction(ids, [0.59, 0.31, 0.1], rule)).toMatchObject({ x_choice: null, x_abstained: true });
    expect(chooseAction(ids, [0.59, 0.31, 0.1], { ...rule, fallback: 'human' })).toEqual({
      x_choice: 'human',
      x_abstained: true,
      x_reason: 'falls back to human: refund has 0.59, below the threshold 0.6',
      x_threshold: 0.6,
    });
    // A fallback that is an option is a choice.
    expect(chooseAction(ids, [0.59, 0.31, 0.1], { ...rule, fallback: 'wait' })).toMatchObject({
      x_choice: 'wait',
      x_abstained: false,
    });
  });

  it('tells numbers apart that would look alike', () => {
    const { x_reason } = chooseAction(ids, [0.59996, 0.3, 0.10004], { ...none, threshold: 0.6 });
    expect(x_reason).toContain('0.59996, below the threshold 0.6');
  });

  it('takes the earlier of equal options', () => {
    expect(chooseAction(ids, [0.4, 0.4, 0.2], { ...none, threshold: 0 }).x_choice).toBe('refund');
  });

  it('of one option goes before that of all; without one for all, others are never accepted', () => {
    const rule = { ...none, thresholds: { refund: 0.9 } };
    expect(chooseAction(ids, [0.8, 0.1, 0.1], { ...rule, threshold: 0.5 })).toMatchObject({
      x_choice: null,
      x_threshold: 0.9,
    });
    expect(chooseAction(ids, [0.1, 0.8, 0.1], { ...rule, threshold: 0.5 })).toMatchObject({
      x_choice: 'wait',
      x_threshold: 0.5,
    });
    // `constructor` is a property of every object, and no threshold.
    expect(chooseAction(ids, [0, 0, 1], rule)).toEqual({
      x_choice: null,
      x_abstained: true,
      x_reason: 'abstains: no threshold was attainable for constructor, the first choice',
      x_threshold: null,
    });
  });
});

describe('by cost', () => {
  // A wrong refund costs 10, a wrong wait 1, acting on the third never pays.
  const costs = {
    wrong: [
      [0, 1, 20],
      [10, 0, 20],
      [10, 1, 0],
    ],
    abstain: 0.5,
  };

  it('takes the smallest expected cost, even when another option is likelier', () => {
    // Expected: refund 10 · 0.45 = 4.5, wait 0.55, abstain 5.
    expect(chooseAction(ids, [0.55, 0.4, 0.05], { ...none, costs: { ...costs, abstain: 5 } })).toEqual({
      x_choice: 'wait',
      x_abstained: false,
      x_reason: 'accepted: wait has the smallest expected cost, 0.6; abstaining costs 5',
      x_threshold: null,
    });
  });

  it('abstains when that is cheaper', () => {
    expect(chooseAction(ids, [0.55, 0.4, 0.05], { ...none, costs, fallback: 'human' })).toEqual({
      x_choice: 'human',
      x_abstained: true,
      x_reason: 'falls back to human: wait has the smallest expected cost, 0.6, and abstaining costs 0.5',
      x_threshold: null,
    });
  });

  it('is what thresholds go before', () => {
    expect(chooseAction(ids, [0.55, 0.4, 0.05], { ...none, costs, threshold: 0.5 }).x_choice).toBe('refund');
  });
});

it('without thresholds and costs is the first choice', () => {
  expect(chooseAction(ids, [0.2, 0.5, 0.3], none)).toEqual({
    x_choice: 'wait',
    x_abstained: false,
    x_reason: 'accepted: first choice with 0.5: the configuration sets no threshold',
    x_threshold: null,
  });
});
