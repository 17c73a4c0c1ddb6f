import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from '../../adapter/configuration/default-settings.ts';
import type { Decision } from '../../adapter/decision/decision.ts';
import { parseDecision } from '../../adapter/decision/parse-decision.ts';
import { parseJson } from '../../adapter/json/parse-json.ts';
import type { Scorer } from '../../adapter/score/scorer.ts';

// Every command runs here; the place of this file is another one inside a bundled bench.
const folder = join(process.cwd(), 'fixtures/samples');

export interface ReadoutFigures {
  right: number;
  n: number;
  /** Mean of 1/K. */
  chance: number;
  /** Share of the most frequent label. */
  majority: number;
}

interface Labelled {
  decision: Decision;
  label: string;
}

/** Scores labelled samples by their options' texts. @param name `mixed`, or samples with a decision of the same name */
export async function measureReadout(scorer: Scorer, name: string): Promise<ReadoutFigures> {
  const samples = name === 'mixed' ? mixed() : bound(name);
  let right = 0;
  for (const { decision, label } of samples) {
    const [result] = await scorer.score([decision], defaultSettings.texts, { maxPromptTokens: 4096 });
    if (result === undefined) throw new Error('no result');
    const first = result.probabilities.indexOf(Math.max(...result.probabilities));
    if (result.option_ids[first] === label) right += 1;
  }
  return { right, n: samples.length, chance: chanceOf(samples), majority: majorityOf(samples) };
}

function linesOf(name: string): Record<string, unknown>[] {
  const text = readFileSync(join(folder, `${name}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
}

function bound(name: string): Labelled[] {
  const decision = parseDecision(parseJson(readFileSync(join(folder, `${name}.decision.json`), 'utf8')));
  return linesOf(name).map(({ id, evidence, label }) => ({
    decision: { ...decision, id: String(id), state: { kind: 'string', value: String(evidence) } },
    label: String(label),
  }));
}

function mixed(): Labelled[] {
  return linesOf('mixed').map(({ id, evidence, decision, label }) => ({
    decision: parseDecision(parseJson(JSON.stringify({ id, state: evidence, ...Object(decision) }))),
    label: String(label),
  }));
}

function chanceOf(samples: Labelled[]): number {
  return samples.reduce((sum, { decision }) => sum + 1 / decision.options.length, 0) / samples.length;
}

function majorityOf(samples: Labelled[]): number {
  const counts = new Map<string, number>();
  for (const { label } of samples) counts.set(label, (counts.get(label) ?? 0) + 1);
  return Math.max(...counts.values()) / samples.length;
}
