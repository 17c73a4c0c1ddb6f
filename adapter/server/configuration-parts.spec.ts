import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Configuration, configurationSchema } from '../configuration/configuration.ts';
import { configurationSha256 } from '../configuration/configuration-sha256.ts';
import { readConfigurationParts, writeConfigurationParts } from './configuration-parts.ts';

const golden = JSON.parse(readFileSync(new URL('../../fixtures/golden/configuration.json', import.meta.url), 'utf8'));
const configuration: Configuration = configurationSchema.parse(golden.configuration);
const file = { name: 'Übrige – “golden”', saved_at: '2026-11-29T12:00:00Z', configuration };

describe('a configuration in the environment', () => {
  it('comes back as it was, in parts that the platform takes', () => {
    const parts = writeConfigurationParts(file);
    for (const value of Object.values(parts)) expect(Buffer.byteLength(value)).toBeLessThanOrEqual(1000);
    expect(Object.keys(parts).length).toBeGreaterThan(2);
    expect(parts.DECISION_CONFIGURATION_SHA256).toBe(golden.sha256);
    const { configuration: back, faults } = readConfigurationParts({ OTHER: 'x', ...parts });
    expect(faults).toEqual([]);
    expect(back).toMatchObject(file);
  });

  it('never cuts a character', () => {
    for (const name of ['ä', '€', '😀'].flatMap((one) => [198, 199, 200].map((n) => one.repeat(n).slice(0, 198)))) {
      const parts = writeConfigurationParts({ ...file, name });
      expect(readConfigurationParts(parts).configuration?.name).toBe(name);
    }
  });

  it('is missing a part, or has another hash: a fault that names the variable', () => {
    const parts = writeConfigurationParts(file);
    const last = Object.keys(parts).filter((name) => /_\d+$/.test(name)).length - 1;
    const without = (name: string) => readConfigurationParts({ ...parts, [name]: undefined }).faults[0]?.path;
    expect(without('DECISION_CONFIGURATION_1')).toBe('DECISION_CONFIGURATION_1');
    expect(without('DECISION_CONFIGURATION_SHA256')).toBe('DECISION_CONFIGURATION_SHA256');
    const { [`DECISION_CONFIGURATION_${last}`]: _, ...cut } = parts;
    expect(readConfigurationParts(cut).faults[0]?.path).toBe('DECISION_CONFIGURATION_*');
    const other = { ...parts, DECISION_CONFIGURATION_SHA256: 'a'.repeat(64) };
    expect(readConfigurationParts(other).faults[0]?.path).toBe('DECISION_CONFIGURATION_SHA256');
    const changed = { ...parts, DECISION_CONFIGURATION_0: parts.DECISION_CONFIGURATION_0?.replace('1.25', '1.26') };
    expect(readConfigurationParts(changed).faults[0]?.message).toContain('was changed');
    expect(readConfigurationParts({}).configuration).toBeNull();
  });

  it('is refused when the environment cannot carry it', () => {
    const entry = configuration.decisions[0];
    if (entry === undefined) throw new Error('The golden configuration has no decision.');
    const decisions = Array.from({ length: 100 }, (_, index) => ({
      ...entry,
      decision_sha256: String(index).padStart(64, '0'),
    }));
    const large = { ...configuration, decisions };
    expect(configurationSha256(large)).toHaveLength(64);
    expect(() => writeConfigurationParts({ ...file, configuration: large })).toThrow(/carries 30000/);
  });
});
