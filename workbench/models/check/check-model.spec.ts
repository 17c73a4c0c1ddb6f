import { describe, expect, it } from 'vitest';
import type { ScoringSettings } from '../../../adapter/configuration/scoring-settings.ts';
import { Fault, type FaultCode } from '../../../adapter/fault.ts';
import { fakeEngine } from '../../../test/stand-ins/fake-engine.ts';
import type { ModelHeader } from '../../contract/models.ts';
import { checkModel } from './check-model.ts';

const header: ModelHeader = {
  ...{ architecture: 'llama', name: null, license: null, parameters: 1, context_length: 1, vocab_size: 1, layers: 1 },
  ...{ quantization: 'F32', tensor_types: [], chat_template: 'one', slots: 255, thinking: 'switched-off' },
};

/** A model whose answers with letters are made up: option mass and flips in turn, or a fault. */
async function openEngine(letters: { masses: number[]; flips: boolean[] } | { code: FaultCode }) {
  const engine = fakeEngine();
  const run = { job: 'j', signal: new AbortController().signal, onProgress: () => undefined };
  await engine.load('/a.gguf', { gpuLayers: 0, threads: 1, contextTokens: 512, mode: 'reproducible' }, run);
  const asked: ScoringSettings[] = [];
  const score = engine.score;
  engine.score = async (decisions, choose, options) => {
    const results = await score(decisions, choose, options);
    const settings = typeof choose === 'function' ? null : choose;
    if (settings === null) return results.map((each) => ({ ...each, timing: { ...each.timing, total_seconds: 2 } }));
    const at = asked.push(settings) - 1;
    if ('code' in letters) throw new Fault(letters.code, 'It has no template.', 'Choose one.');
    const mass = letters.masses[at % letters.masses.length] ?? 0;
    const x_order_flip = letters.flips[at % letters.flips.length] ?? false;
    return results.map((each) => ({ ...each, allowed_token_mass: mass, x_order_flip }));
  };
  return { engine, asked };
}

const run = (clock?: () => number) => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  now: () => new Date(0),
  ...(clock === undefined ? {} : { clock }),
});

describe('the check of a model', () => {
  it('counts option mass, changes with the order and speed over the twelve examples', async () => {
    const { engine, asked } = await openEngine({ masses: [0.99, 0.98, 0.9, 0.97], flips: [true, false, false, false] });
    const check = await checkModel(engine, header, run());
    expect(asked).toHaveLength(12);
    expect(asked[0]).toMatchObject({ readout: 'letters', order: 'both-ways' });
    expect(check).toMatchObject({ decisions: 12, order: { changed: 3, asked: 12 }, decisions_per_minute: 30 });
    // The middle of three each of 0.9, 0.97, 0.98 and 0.99.
    expect(check.option_mass?.median).toBeCloseTo(0.975, 9);
    expect(check.option_mass?.lowest).toBe(0.9);
    expect(check.sentences).toEqual([
      'Answers in the slot: yes, 0.97 of the next token lies on the options (median of 12, lowest 0.90).',
      'Changes with the order in 3 of 12.',
      'Has single tokens for 255 labels: letters answer for up to 255 options.',
      'Thinking is switched off by its chat template.',
      '30 decisions a minute with 1 thread, reading option texts.',
    ]);
  });

  it('says no when the model wants to say something else, and what to do then', async () => {
    const { engine } = await openEngine({ masses: [0.07], flips: [true] });
    const { sentences } = await checkModel(engine, header, run());
    expect(sentences.slice(0, 3)).toEqual([
      'Answers in the slot: no, 0.07 of the next token lies on the options (median of 12, lowest 0.07).',
      'Read option texts with this model, not letters.',
      'Changes with the order in 12 of 12.',
    ]);
  });

  it('counts what the letters were asked, which may be less than what was timed', async () => {
    const { engine } = await openEngine({ masses: [0.95], flips: [false] });
    const score = engine.score;
    let asked = 0;
    engine.score = async (decisions, choose, options) => {
      if (typeof choose !== 'function') asked += 1;
      if (typeof choose !== 'function' && asked === 1) throw new Fault('TOO_MANY_OPTIONS', 'Too many.', 'Fewer.');
      return score(decisions, choose, options);
    };
    const check = await checkModel(engine, header, run());
    expect(check).toMatchObject({ decisions: 12, order: { changed: 0, asked: 11 } });
    expect(check.sentences.slice(0, 2)).toEqual([
      'Answers in the slot: yes, 0.95 of the next token lies on the options (median of 11, lowest 0.95).',
      'Stays with its choice in all 11 when the options are reversed.',
    ]);
  });

  it('says why letters cannot be asked, and is timed all the same', async () => {
    const { engine, asked } = await openEngine({ code: 'NO_CHAT_TEMPLATE' });
    const check = await checkModel(engine, { ...header, slots: 0, thinking: 'no-template' }, run());
    expect(asked).toHaveLength(1);
    expect(check).toMatchObject({ option_mass: null, order: null, decisions_per_minute: 30 });
    expect(check.sentences[0]).toBe('Answers in the slot: cannot be asked. It has no template.');
  });

  it('ends after its time with what it has, but not before three decisions', async () => {
    const { engine } = await openEngine({ masses: [0.99], flips: [false] });
    let time = 0;
    const check = await checkModel(
      engine,
      header,
      run(() => {
        time += 31_000;
        return time;
      }),
    );
    expect(check.decisions).toBe(3);
  });

  it('fails with the engine, and when it is cancelled', async () => {
    const { engine } = await openEngine({ code: 'ENGINE_FAILED' });
    await expect(checkModel(engine, header, run())).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    const signal = AbortSignal.abort();
    await expect(checkModel(engine, header, { ...run(), signal })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
