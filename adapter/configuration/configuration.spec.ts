import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import { writeCanonicalJson } from '../json/canonical-json.ts';
import { type Configuration, configurationSchema } from './configuration.ts';
import { configurationSha256 } from './configuration-sha256.ts';

const configuration = configurationSchema.parse(golden.configuration);

describe('configuration', () => {
  it('has the hash that Python gives', () => {
    const { scoring, decisions } = configuration;
    expect(writeCanonicalJson({ scoring, decisions })).toBe(golden.canonical);
    expect(configurationSha256(configuration)).toBe(golden.sha256);
    expect(createHash('sha256').update(golden.canonical).digest('hex')).toBe(golden.sha256);
  });

  it('reads back from its own JSON with the same hash', () => {
    const read = configurationSchema.parse(JSON.parse(JSON.stringify(configuration)));
    expect(read).toEqual(configuration);
    expect(configurationSha256(read)).toBe(golden.sha256);
  });

  it('changes its hash with whatever can change a number, and with nothing else', () => {
    const { scoring } = configuration;
    const changed: Configuration['scoring'][] = [
      { ...scoring, model_sha256: '0'.repeat(64) },
      { ...scoring, readout: 'texts' },
      { ...scoring, prompt_version: 'direct-options-v1' },
      { ...scoring, template: { source: 'file', sha256: '0'.repeat(64) } },
      { ...scoring, template: null },
      { ...scoring, order: 'as-given' },
      { ...scoring, temperature: 1 },
      { ...scoring, mode: 'fast' },
      { ...scoring, batch: 256 },
      { ...scoring, kv_type: 'q8_0' },
      { ...scoring, chunk_rule: 'another' },
    ];
    const hashes = changed.map((other) => configurationSha256({ ...configuration, scoring: other }));
    hashes.push(configurationSha256({ ...configuration, decisions: [] }));
    expect(new Set([...hashes, golden.sha256]).size).toBe(hashes.length + 1);
    const named = {
      ...configuration,
      evidence: [],
      engine: null,
      model: { ...configuration.model, file: 'other.gguf' },
    };
    expect(configurationSha256(named)).toBe(golden.sha256);
  });

  it('refuses unknown fields, values out of range and hashes that are none', () => {
    const refuses = (change: object) =>
      configurationSchema.safeParse({ ...golden.configuration, ...change }).success === false;
    expect(refuses({})).toBe(false);
    expect(refuses({ extra: 1 })).toBe(true);
    const scoring = golden.configuration.scoring;
    for (const change of [
      { temperature: 0 },
      { temperature: -1 },
      { batch: 0 },
      { model_sha256: 'abc' },
      { template: { source: 'builtin:other', sha256: scoring.model_sha256 } },
      { order: 'random' },
      { seed: 1 },
    ]) {
      expect(refuses({ scoring: { ...scoring, ...change } }), JSON.stringify(change)).toBe(true);
    }
    expect(refuses({ decisions: [{ ...golden.configuration.decisions[0], threshold: 1.5 }] })).toBe(true);
  });
});
