import { describe, expect, it, vi } from 'vitest';
import type { Decision } from '../../adapter/decision/decision.ts';
import { fakeEngine } from '../../test/stand-ins/fake-engine.ts';
import { manualOrigin } from '../../test/stand-ins/manual-origin.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import { defaultSettings } from '../store/settings-store.ts';
import { createWithLocalModel } from './local-model.ts';

const decision: Decision = {
  id: 'd',
  state: { kind: 'string', value: 'x' },
  question: 'Which?',
  kind: 'choice',
  options: ['a', 'b'].map((id) => ({ id, description: '' })),
};
const model = { path: '/models/b.gguf', configuration: null };
const none = () => new AbortController().signal;

function setUp() {
  const engine = fakeEngine();
  const jobs = createJobRunner(manualOrigin(), () => undefined);
  const loadAgain = vi.fn();
  const settings = {
    isNew: false,
    get: () => defaultSettings,
    change: () => Promise.reject(new Error('Nothing is changed here')),
    onChange: () => () => undefined,
  };
  return { engine, jobs, loadAgain, withLocalModel: createWithLocalModel({ jobs, engine, settings, loadAgain }) };
}

describe('a model that is lent to a comparison', () => {
  it('is loaded and scores; what a person had loaded is loaded again', async () => {
    const { engine, loadAgain, jobs, withLocalModel } = setUp();
    await engine.load('/models/a.gguf', defaultSettings.engine, {
      job: 'mine',
      signal: none(),
      onProgress: () => undefined,
    });
    const answer = await withLocalModel(model, none(), async (score) => (await score(decision, none())).probabilities);
    expect(answer).toEqual([0.5, 0.5]);
    expect(engine.loads.map(({ path }) => path)).toEqual(['/models/a.gguf', '/models/b.gguf']);
    expect(loadAgain).toHaveBeenCalledExactlyOnceWith('/models/a.gguf');
    expect(jobs.list()).toMatchObject([{ kind: 'compare-endpoint', state: 'done' }]);
  });

  it('waits until the work of others with the engine has ended', async () => {
    const { jobs, withLocalModel } = setUp();
    let end = (): void => undefined;
    const others = new Promise<void>((resolve) => {
      end = resolve;
    });
    jobs.start({ kind: 'load-model', title: 'Others', lane: 'engine', work: () => others });
    const order: string[] = [];
    const lent = withLocalModel(model, none(), async () => void order.push('lent'));
    await new Promise((resolve) => setTimeout(resolve, 10));
    order.push('others end');
    end();
    await lent;
    expect(order).toEqual(['others end', 'lent']);
  });

  it('fails with the reason why it cannot be loaded', async () => {
    const { withLocalModel, loadAgain } = setUp();
    const lent = withLocalModel({ ...model, path: '/models/bad.gguf' }, none(), async () => 1);
    await expect(lent).rejects.toMatchObject({ code: 'MODEL_UNREADABLE' });
    expect(loadAgain).not.toHaveBeenCalled();
  });

  it('is given back at once when the caller goes away', async () => {
    const { engine, jobs, withLocalModel } = setUp();
    engine.hold = true;
    const caller = new AbortController();
    const lent = withLocalModel(model, caller.signal, async () => 1);
    caller.abort();
    await expect(lent).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(jobs.list()).toMatchObject([{ state: 'cancelled' }]);
  });
});
