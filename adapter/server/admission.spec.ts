import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

const signal = new AbortController().signal;

async function enter(admission: ReturnType<typeof createAdmission>, own = signal) {
  const outcome = await admission.enter(own);
  return 'leave' in outcome ? outcome.leave : outcome.refused;
}

describe('the door', () => {
  it('lets one in, and as many wait as the queue says', async () => {
    const admission = createAdmission(1);
    const first = await enter(admission);
    const second = enter(admission);
    expect(await enter(admission)).toBe('busy');
    expect([admission.active(), admission.waiting()]).toEqual([1, 1]);
    if (typeof first !== 'string') first();
    expect(await second).toBeTypeOf('function');
    expect([admission.active(), admission.waiting()]).toEqual([1, 0]);
  });

  it('keeps the order of arrival', async () => {
    const admission = createAdmission(10);
    const order: number[] = [];
    const visits = [0, 1, 2, 3, 4].map(async (number) => {
      const leave = await enter(admission);
      order.push(number);
      await Promise.resolve();
      if (typeof leave !== 'string') leave();
    });
    await Promise.all(visits);
    expect(order).toEqual([0, 1, 2, 3, 4]);
    expect(admission.active()).toBe(0);
  });

  it('counts a second leaving for nothing', async () => {
    const admission = createAdmission(0);
    const first = await enter(admission);
    if (typeof first !== 'string') first();
    await enter(admission);
    if (typeof first !== 'string') first();
    expect(await enter(admission)).toBe('busy');
  });

  it('lets a waiting one go, and its place be taken', async () => {
    const admission = createAdmission(1);
    await enter(admission);
    const gone = new AbortController();
    const waiting = enter(admission, gone.signal);
    gone.abort();
    expect(await waiting).toBe('given up');
    expect(await enter(admission, AbortSignal.abort())).toBe('given up');
    expect(admission.waiting()).toBe(0);
  });

  it('closed, refuses all but what is inside', async () => {
    const admission = createAdmission(2);
    const inside = await enter(admission);
    const waiting = enter(admission);
    admission.close();
    expect(await waiting).toBe('stopping');
    expect(await enter(admission)).toBe('stopping');
    let isIdle = false;
    const idle = admission.idle().then(() => {
      isIdle = true;
    });
    await Promise.resolve();
    expect(isIdle).toBe(false);
    if (typeof inside !== 'string') inside();
    await idle;
    expect(isIdle).toBe(true);
  });
});
