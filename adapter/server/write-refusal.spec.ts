import { describe, expect, it } from 'vitest';
import { refuse } from './refusal.ts';
import { MAX_REFUSAL_LENGTH, writeRefusal } from './write-refusal.ts';

const long = '😀'.repeat(5000);

describe('a refusal', () => {
  it('fits into what a platform passes on, with as many faults as there is room for', () => {
    const fields = Array.from({ length: 100 }, (_, index) => ({ path: `f${index}`, message: 'It is wrong.' }));
    const text = writeRefusal(
      { ...refuse('invalid'), code: 'INVALID_REQUEST', next: 'Go on.', fields },
      'decisions',
      'id',
    );
    expect(text.length).toBeLessThanOrEqual(MAX_REFUSAL_LENGTH);
    const shown = JSON.parse(text).fields;
    expect(shown.length).toBeGreaterThan(20);
    expect(shown).toEqual(fields.slice(0, shown.length));
  });

  it.each(['decisions', 'system-one'] as const)('cuts what a caller made long, by whole characters: %s', (form) => {
    const details = [{ loc: ['body', long], msg: long, type: 'missing' }];
    const fields = [{ path: long, message: long, limit: long }];
    const text = writeRefusal({ ...refuse('invalid'), message: long, next: long, fields, details }, form, 'id');
    expect(text.length).toBeLessThanOrEqual(MAX_REFUSAL_LENGTH);
    expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(JSON.parse(text)).toBeTypeOf('object');
  });

  it('has the form of its interface', () => {
    expect(JSON.parse(writeRefusal(refuse('busy'), 'decisions', 'id'))).toEqual({
      error: expect.stringContaining('Try again'),
      retryable: true,
      request_id: 'id',
    });
    expect(JSON.parse(writeRefusal(refuse('no-key'), 'system-one', 'id'))).toEqual({
      detail: { error_type: 'authentication_error', message: expect.stringContaining('Bearer KEY') },
      x_request_id: 'id',
    });
  });
});
