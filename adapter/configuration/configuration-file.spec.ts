import { describe, expect, it } from 'vitest';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import { Fault } from '../fault.ts';
import { configurationSchema } from './configuration.ts';
import { readConfigurationFile, writeConfigurationFile } from './configuration-file.ts';
import { requireFit } from './require-fit.ts';

const configuration = configurationSchema.parse(golden.configuration);
const text = writeConfigurationFile({ name: 'Tickets', saved_at: '2026-03-01T08:00:00.000Z', configuration });

/** The fault of a file whose JSON was changed. */
function faultOf(changed: string | Uint8Array): Fault {
  try {
    readConfigurationFile(changed, 'lock.json');
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('The file was read');
}

describe('a configuration as a file', () => {
  it('reads back as it was, with its hash', () => {
    const file = readConfigurationFile(text, 'lock.json');
    expect(file).toEqual({
      format: 1,
      sha256: golden.sha256,
      name: 'Tickets',
      saved_at: '2026-03-01T08:00:00.000Z',
      configuration,
    });
    expect(writeConfigurationFile(file)).toBe(text);
    expect(readConfigurationFile(Buffer.from(`\uFEFF${text}`), 'lock.json')).toEqual(file);
  });

  it.each([
    ['a number by hand', text.replace('"threshold": 0.62', '"threshold": 0.1'), 'sha256'],
    ['a later version', text.replace('"format": 1', '"format": 2'), 'format'],
    ['an unknown field', text.replace('"mode":', '"speed": 1, "mode":'), 'configuration.scoring'],
    ['a wrong value', text.replace('"order": "both-ways"', '"order": "random"'), 'configuration.scoring.order'],
    [
      'a threshold above 1',
      text.replace('"threshold": 0.62', '"threshold": 62'),
      'configuration.decisions[0].threshold',
    ],
    [
      'a key twice',
      text.replace('"threshold": 0.62', '"threshold": 0.62, "threshold": 0.1'),
      'configuration.decisions[0].threshold',
    ],
    ['half of it', text.slice(0, 300), ''],
    ['another JSON', '{"id": "a"}', 'format'],
  ])('refuses %s and names the path', (_, changed, path) => {
    expect(changed).not.toBe(text);
    const fault = faultOf(changed);
    expect(fault.code).toBe('INVALID_REQUEST');
    expect(fault.message).toContain('lock.json');
    if (path !== '') expect(fault.fields.map((field) => field.path)).toContain(path);
  });

  it('refuses one decision twice, and bytes that are no text', () => {
    const twice = { ...configuration, decisions: [...configuration.decisions, ...configuration.decisions] };
    const fault = faultOf(
      writeConfigurationFile({ name: 'x', saved_at: '2026-03-01T08:00:00.000Z', configuration: twice }),
    );
    expect(fault.fields.map(({ path }) => path)).toEqual(['configuration.decisions[1].decision_sha256']);
    expect(faultOf(new Uint8Array([0x7b, 0xff])).message).toContain('UTF-8');
  });
});

describe('requireFit', () => {
  const { scoring } = configuration;

  it('lets through what it was made for', () => {
    expect(() => requireFit(configuration, { ...scoring }, 'a.gguf')).not.toThrow();
  });

  it('names both files of another model', () => {
    const actual = { ...scoring, model_sha256: '0'.repeat(64) };
    expect(() => requireFit(configuration, actual, 'other.gguf')).toThrow(
      expect.objectContaining({
        code: 'CONFLICT',
        message: expect.stringMatching(/SmolLM2-135M-Instruct\.Q4_1\.gguf.*other\.gguf/),
        fields: [expect.objectContaining({ path: 'scoring.model_sha256' })],
      }),
    );
  });

  it('lists every other setting in words', () => {
    const actual = { ...scoring, mode: 'fast', temperature: 2, template: null } as const;
    try {
      requireFit(configuration, actual, 'a.gguf');
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      expect(error.fields.map(({ path }) => path).sort()).toEqual([
        'scoring.mode',
        'scoring.temperature',
        'scoring.template',
      ]);
      expect(error.fields.map(({ message }) => message).join(' ')).toContain('was reproducible and is fast');
    }
  });
});
