import { describe, expect, it } from 'vitest';
import { optionTexts } from './option-texts.ts';

const options = (...pairs: [id: string, description: string][]) =>
  pairs.map(([id, description]) => ({ id, description }));

describe('optionTexts', () => {
  it('writes the words of the ids and the descriptions of a choice', () => {
    expect(
      optionTexts({
        kind: 'choice',
        options: options(['account_access', 'Access.'], ['billing-eu', 'Bills.'], ['Größe', 'x']),
      }),
    ).toEqual([' account access: Access.', ' billing eu: Bills.', ' Größe: x']);
  });

  it('leaves the words out when any id is none', () => {
    expect(
      optionTexts({ kind: 'choice', options: options(['billing', 'Bills.'], ['o1', 'Other.'], ['a_b', 'c']) }),
    ).toEqual([' Bills.', ' Other.', ' c']);
  });

  it('writes the words alone, or the id, where there is no description', () => {
    expect(optionTexts({ kind: 'choice', options: options(['call_back', ''], ['wait', 'Later.']) })).toEqual([
      ' call back',
      ' wait: Later.',
    ]);
    expect(optionTexts({ kind: 'choice', options: options(['call_back', ''], ['o_1', ''], ['7', 'Seven.']) })).toEqual([
      ' call back',
      ' o_1',
      ' Seven.',
    ]);
  });

  it('answers yes/no in a word, unless descriptions are given', () => {
    expect(optionTexts({ kind: 'yes-no', options: options(['allowed', ''], ['denied', '']) })).toEqual([' Yes', ' No']);
    expect(optionTexts({ kind: 'yes-no', options: options(['yes', 'It is.'], ['no', '']) })).toEqual([
      ' It is.',
      ' No',
    ]);
  });

  it("writes a level's description", () => {
    expect(optionTexts({ kind: 'score', options: options(['low', 'Bad.'], ['1', '']) })).toEqual([' Bad.', ' 1']);
  });
});
