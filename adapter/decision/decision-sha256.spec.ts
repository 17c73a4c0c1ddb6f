import { describe, expect, it } from 'vitest';
import { decisionSha256 } from './decision-sha256.ts';

const decision = {
  question: 'Which queue? — «ü»',
  kind: 'choice' as const,
  options: [
    { id: 'billing', description: 'Billing.' },
    { id: 'sales', description: '' },
  ],
};

describe('decisionSha256', () => {
  // python3 -c 'import json,hashlib; print(hashlib.sha256(json.dumps({"kind":"choice","question":"Which queue? — «ü»",
  //   "options":[{"id":"billing","description":"Billing."},{"id":"sales","description":""}]}, sort_keys=True,
  //   separators=(",",":"), ensure_ascii=False).encode()).hexdigest())'
  it('is the hash that Python gives', () => {
    expect(decisionSha256(decision)).toBe('ab05ff60a57dccd85c33d85d2384564c492bb481c96842ded64d9605ebe999a8');
  });

  it('changes with everything that makes another decision, and with nothing else', () => {
    const [first, second] = decision.options;
    if (first === undefined || second === undefined) throw new Error('no options');
    const changed = [
      { ...decision, question: 'Which queue?' },
      { ...decision, kind: 'yes-no' as const },
      { ...decision, options: [second, first] },
      { ...decision, options: [{ ...first, id: 'x' }, second] },
      { ...decision, options: [{ ...first, description: 'x' }, second] },
      { ...decision, options: [first, second, { id: 'c', description: '' }] },
    ];
    const hashes = changed.map(decisionSha256);
    expect(new Set([...hashes, decisionSha256(decision)]).size).toBe(changed.length + 1);
    const same = { ...decision, id: 'other', state: { kind: 'string' as const, value: 'other' } };
    expect(decisionSha256(same)).toBe(decisionSha256(decision));
  });
});
