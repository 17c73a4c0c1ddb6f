import { describe, expect, it } from 'vitest';
import { costPerThousand, placeRemarks, runTimeDifference, type ScoredWhere } from './where-scored.ts';

const here: ScoredWhere = {
  model_sha256: 'a'.repeat(64),
  engine: 'node-llama-cpp 3.21.1',
  device: 'AMD EPYC',
  elsewhere: false,
  price: null,
  others: [],
};
const names = ['here', 'there'] as const;

describe('runTimeDifference', () => {
  it('is silent about two runs on one device with one build, and about what nobody knows', () => {
    expect(runTimeDifference(here, { ...here, elsewhere: true }, names)).toBeNull();
    expect(runTimeDifference(here, { ...here, engine: null, device: null }, names)).toBeNull();
  });

  it('says of one file on another device that the differences are no evidence about the model', () => {
    const line = runTimeDifference(here, { ...here, device: 'NVIDIA L4, 37 layers' }, names);
    expect(line).toBe(
      'there differs from here in device (NVIDIA L4, 37 layers against AMD EPYC), with the same model file: differences in their answers are run-time differences and no evidence about the model.',
    );
  });

  it('claims it only of some of the differences when the files differ too', () => {
    const other = { ...here, engine: 'node-llama-cpp 3.22.0', model_sha256: 'b'.repeat(64) };
    expect(runTimeDifference(here, other, names)).toMatch(/engine build .* too: some of the differences/);
    expect(runTimeDifference(here, { ...other, model_sha256: null }, names)).toMatch(/some of the differences/);
  });
});

describe('placeRemarks', () => {
  it('says of a place elsewhere that its latency includes the network', () => {
    expect(placeRemarks('here', here)).toEqual([]);
    const [latency, drift] = placeRemarks('there', {
      ...here,
      elsewhere: true,
      others: ['llama b2, no layer on a GPU'],
    });
    expect(latency).toMatch(/includes the network/);
    expect(drift).toMatch(/llama b2.*run-time differences/);
  });
});

describe('costPerThousand', () => {
  it('is the price of the time that 1,000 decisions take', () => {
    // 1,000 decisions of 3.6 s take an hour.
    expect(costPerThousand(1.632, 3.6)).toBeCloseTo(1.632, 12);
    expect(costPerThousand(2.61, 0.36)).toBeCloseTo(0.261, 12);
    expect([costPerThousand(null, 1), costPerThousand(1, null)]).toEqual([null, null]);
  });
});
