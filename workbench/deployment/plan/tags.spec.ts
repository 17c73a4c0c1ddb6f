import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { asTagging, asTagList, asTagValue, tagsOf } from './tags.ts';

// The pattern of the services' own documentation.
const ALLOWED = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]{0,256}$/u;

describe('tags', () => {
  it('say what, whose, of what configuration and until when', () => {
    expect(tagsOf(exampleFacts())).toEqual({
      'decision-workbench:application': 'decision-workbench',
      'decision-workbench:decision': 'Support ticket: which queue',
      'decision-workbench:deployment': '019ace00-1111-7222-8333-4444abcd5678',
      'decision-workbench:configuration': 'c'.repeat(64),
      'decision-workbench:created-by': 'arn:aws:iam::123456789012:user/ada',
      'decision-workbench:expires': '2026-12-24T00:00:00Z',
    });
    const bare = tagsOf(exampleFacts({ expires_at: null }, { configuration: null }));
    expect(bare['decision-workbench:expires']).toBe('never');
    expect(bare['decision-workbench:configuration']).toBe('none');
  });

  it.each(['Which queue? “A”, {b} or <c>', '😀 🙂', 'ü'.repeat(400), '\n\t x', 'a,b;c'])(
    'hold only what every service takes: %s',
    (text) => {
      expect(asTagValue(text)).toMatch(ALLOWED);
      expect([...asTagValue(text)].length).toBeLessThanOrEqual(256);
    },
  );

  it('are written as each service takes them', () => {
    expect(asTagList({ a: '1' })).toEqual([{ Key: 'a', Value: '1' }]);
    expect(asTagging({ 'a:b': 'c d/é' })).toBe('a%3Ab=c+d%2F%C3%A9');
  });
});
