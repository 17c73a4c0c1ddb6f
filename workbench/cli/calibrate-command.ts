import { basename } from 'node:path';
import { costsSchema } from '../../adapter/configuration/configuration.ts';
import { Fault } from '../../adapter/fault.ts';
import type { FitAnswer, FitRequest, PartFigures } from '../contract/configurations.ts';
import { showNumber } from '../reports/number-words.ts';
import { readInputText } from './read-input-file.ts';
import { findRun } from './read-run.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './text-table.ts';
import { withWorkbench } from './with-workbench.ts';
import { writeOutputFile } from './write-output.ts';

export interface CalibrateOptions {
  workspace?: string;
  temperature?: true;
  prior?: true;
  target?: number;
  perOption?: number;
  confidence?: number;
  costs?: string;
  fallback?: string;
  save?: string;
  output?: string;
  json?: true;
}

/**
 * `calibrate RUN`: fits on the tune part of a run, judges on its test part, and saves the configuration when asked to.
 * @returns whether a target that was named is verified; true without one
 * @throws Fault INVALID_REQUEST when the run cannot be fitted on
 */
export async function calibrateCommand(terminal: Terminal, run: string, options: CalibrateOptions): Promise<boolean> {
  const rule = await chooseRule(terminal, options);
  return withWorkbench(terminal, options.workspace, async (client) => {
    const request: FitRequest = {
      run_id: (await findRun(client, run)).run.id,
      temperature: options.temperature ?? false,
      prior: options.prior ?? false,
      rule,
      fallback: options.fallback ?? null,
    };
    const answer = await client.configurations.fit(request);
    terminal.out(options.json ? `${JSON.stringify(answer, null, 2)}\n` : describeFit(answer));
    const name = options.save ?? (options.output === undefined ? undefined : nameOfFile(options.output));
    if (name !== undefined && answer.verdict === 'not-attainable') {
      // Without a threshold it would accept everything, which is the opposite of what was asked for.
      terminal.err('Nothing was saved: there is no threshold that reaches the target.\n');
    } else if (name !== undefined) {
      const { sha256 } = await client.configurations.save({ name, request });
      const { text } = await client.configurations.export({ sha256 });
      if (options.output !== undefined) await writeOutputFile(terminal, options.output, text);
      terminal.err(`Saved as ${sha256}.\n`);
    }
    return answer.verdict === 'verified' || answer.verdict === 'no-target';
  });
}

/** `tickets` of `out/tickets.configuration.json`. */
function nameOfFile(path: string): string {
  const name = basename(path);
  return name.replace(/(\.configuration)?\.json$/i, '') || name;
}

async function chooseRule(terminal: Terminal, options: CalibrateOptions): Promise<FitRequest['rule']> {
  const { target, perOption, confidence, costs } = options;
  if (perOption !== undefined && (target ?? confidence) !== undefined) {
    const message = '--per-option goes with neither --target nor --confidence.';
    throw new Fault('INVALID_REQUEST', message, 'Choose one.', { fields: [{ path: '--per-option', message }] });
  }
  const priced = costs === undefined ? {} : { costs: await readCosts(terminal, costs) };
  if (perOption !== undefined) return { rule: 'per-option', accuracy: perOption, ...priced };
  if (confidence !== undefined) {
    const judged = target === undefined ? {} : { accuracy: target };
    return { rule: 'confidence', threshold: confidence, ...judged, ...priced };
  }
  if (target !== undefined) return { rule: 'target', accuracy: target, ...priced };
  return priced.costs === undefined ? { rule: 'none' } : { rule: 'costs', ...priced.costs };
}

/** `{"wrong": [[0, 1], [5, 0]], "abstain": 0.5}`: rows are true options, columns chosen ones. */
async function readCosts(terminal: Terminal, file: string) {
  const { text } = await readInputText(terminal, file, 'a file of costs');
  const shape = '{"wrong": [[cost]] by true and chosen option, "abstain": cost}';
  try {
    return costsSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Fault('INVALID_REQUEST', `${file} holds no costs.`, 'Correct the file.', {
      fields: [{ path: '--costs', message: `${file} cannot be read as costs.`, limit: shape }],
      cause: error,
    });
  }
}

function describeFit({ temperature, prior, threshold, thresholds, tune, test, sentence }: FitAnswer): string {
  const lines: string[] = [];
  if (temperature !== null) lines.push(`temperature ${showNumber(temperature.fitted)}: ${temperature.why}`);
  if (prior !== null) {
    const shown = Object.entries(prior.fitted).map(([option, bias]) => `${option} ${showNumber(bias)}`);
    lines.push(`prior ${shown.join(', ')}: ${prior.why}`);
  }
  if (threshold !== null) lines.push(`threshold ${showNumber(threshold)}`);
  if (thresholds !== null) {
    lines.push(
      `thresholds ${Object.entries(thresholds)
        .map(([option, at]) => `${option} ${showNumber(at)}`)
        .join(', ')}`,
    );
  }
  const table = textTable([
    ['part', 'n', 'accepted', 'right', 'coverage', 'accuracy', 'lower bound', 'log loss before', 'after', 'mean cost'],
    ['tune (optimistic)', ...figuresOf(tune)],
    ['test', ...figuresOf(test)],
  ]);
  return `${lines.map((line) => `${line}\n`).join('')}${table}${sentence}\n`;
}

/** Figures of a part as cells. */
function figuresOf(part: PartFigures): string[] {
  return [
    String(part.n),
    String(part.accepted),
    String(part.right),
    ...[
      part.coverage,
      part.accuracy,
      part.accuracy_lower_bound,
      part.log_loss_before,
      part.log_loss_after,
      part.mean_cost,
    ].map((value) => showNumber(value)),
  ];
}
