import { describe, expect, it } from 'vitest';
import { standInLogits, standInModel } from '../../../fixtures/models/stand-in-model.ts';
import { parseJson } from '../../json/parse-json.ts';
import { questionToDecision } from './question-to-decision.ts';
import { readSystemOne } from './read-system-one.ts';
import { systemOneAnswerSchema } from './system-one-schemas.ts';
import { writeAnswers } from './write-answers.ts';

async function answer(body: string, readout: 'letters' | 'texts' = 'letters') {
  const { request } = readSystemOne(parseJson(body));
  if (request === null) throw new Error('The request is refused.');
  const decisions = request.questions.map((question, index) =>
    questionToDecision(question, request.state, `${index}`, readout),
  );
  const budget = { maxPromptTokens: 8192, maxRequestTokens: 8192 };
  const results = await standInModel(readout).score(decisions, budget);
  const text = writeAnswers(request.questions, results, 'own');
  return { text, decisions, results, value: systemOneAnswerSchema.parse(JSON.parse(text)) };
}

describe('the answer to a System One request', () => {
  it('names what was asked, with the numbers of each type', async () => {
    const body =
      '{"state":"s","questions":{"n":{"type":"noul"},"c":{"type":"choice","criteria":{"a":null,"b":"B"}},"s":{"type":"score","criteria":["low",{"l":1.0},"high"]}}}';
    const { value, results, decisions } = await answer(body);
    expect(value.model).toBe('own');
    expect(value.usage).toEqual({
      input_tokens: results.reduce((sum, one) => sum + one.input_tokens, 0),
      output_tokens: 0,
    });
    const [yesNo, choice, score] = results.map(({ probabilities }) => probabilities);
    expect(value.answers.n).toMatchObject({ type: 'noul', noul: yesNo?.[0] });
    expect(value.answers.n).not.toHaveProperty('confidence');
    const best = (choice?.[0] ?? 0) >= (choice?.[1] ?? 0) ? 'a' : 'b';
    expect(value.answers.c).toMatchObject({
      choice: best,
      probabilities: { a: choice?.[0], b: choice?.[1] },
      confidence: expect.closeTo(2 * Math.max(...(choice ?? [])) - 1, 10),
      x_option_mass: 0.5,
    });
    expect(value.answers.s).toMatchObject({
      score: expect.closeTo((score?.[1] ?? 0) + 2 * (score?.[2] ?? 0), 12),
      legend: { 0: 'low', 1: { l: 1 }, 2: 'high' },
    });
    const [, , levels] = decisions;
    expect(value.answers.s).toHaveProperty('x_option_logits.2', levels === undefined ? null : standInLogits(levels)[2]);
  });

  it('keeps the order and the names that objects of JavaScript would not, and numbers as they were written', async () => {
    const { text } = await answer(
      '{"state":"s","questions":{"b":{"type":"choice","criteria":{"z":null,"10":null,"9":null,"__proto__":null}},"1":{"type":"score","criteria":[{"v":1.0},["é"]]}}}',
    );
    expect(text).toMatch(/"b":\{.*"probabilities":\{"z":[\d.e-]+,"10":[\d.e-]+,"9":[\d.e-]+,"__proto__":[\d.e-]+\}/);
    expect(text.indexOf('"b":{')).toBeLessThan(text.indexOf('"1":{'));
    expect(text).toContain('"legend":{"0":{"v":1.0},"1":["é"]}');
  });

  it('says with texts that there is no mass', async () => {
    const { value } = await answer('{"state":"s","questions":{"n":{"type":"noul"}}}', 'texts');
    expect(value.answers.n).toMatchObject({ x_option_mass: null });
  });
});
