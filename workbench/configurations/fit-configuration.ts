import type { Configuration, ConfigurationEvidence } from '../../adapter/configuration/configuration.ts';
import { configurationSha256 } from '../../adapter/configuration/configuration-sha256.ts';
import { decisionSha256 } from '../../adapter/decision/decision-sha256.ts';
import { Fault, type FieldFault } from '../../adapter/fault.ts';
import type { FitAnswer, FitRequest, PartFigures } from '../contract/configurations.ts';
import { chooseRule } from './choose-rule.ts';
import { claimsOf } from './claims.ts';
import { fitCalibration } from './fit-calibration.ts';
import { judgeFit } from './judge-fit.ts';
import { type LabelledRun, labelledRun } from './labelled-run.ts';
import { partFigures } from './part-figures.ts';
import type { RunReading } from './run-reader.ts';

/**
 * Fits what was asked for on the tune part of a run and judges it on its test part. Nothing is stored. It takes long
 * with many samples: see fits.ts.
 * @param now the date of the evidence
 * @throws Fault INVALID_REQUEST when the run cannot be fitted on, or the costs or the fallback do not fit its options
 */
export function fitConfiguration(reading: RunReading, request: FitRequest, now: Date): FitAnswer {
  const labelled = labelledRun(reading);
  requireOptions(labelled, request);
  const calibration = fitCalibration(labelled, request);
  const chosen = chooseRule(labelled.tune.predictions(calibration.kept), request);
  const tune = partFigures(labelled.tune, calibration.kept, chosen.rule);
  const test = partFigures(labelled.test, calibration.kept, chosen.rule);
  const claims = claimsOf(labelled.test.predictions(calibration.kept), chosen.rule);
  const { verdict, sentence } = judgeFit(chosen, { tune, test }, claims, labelled);

  const { identity, question, optionIds } = labelled;
  const { bias } = calibration.kept;
  const decision_sha256 = decisionSha256(question);
  const configuration: Configuration = {
    scoring: identity.scoring,
    decisions: [
      {
        decision_sha256,
        temperature: calibration.kept.temperature,
        prior: bias === null ? null : Object.fromEntries(optionIds.map((id, index) => [id, bias[index] ?? 0])),
        ...chosen.rule,
      },
    ],
    evidence: [
      {
        decision_sha256,
        sample_set_sha256: reading.set_sha256,
        n_tune: tune.n,
        n_test: test.n,
        target: chosen.target,
        verdict,
        figures: evidenceFigures(tune, test),
        date: now.toISOString(),
      },
    ],
    model: {
      name: null,
      file: identity.model.file,
      repository: identity.model.repository,
      revision: identity.model.revision,
    },
    engine: {
      device: identity.report.device,
      gpu_layers: identity.model.gpu_layers,
      threads: identity.model.threads,
      context_tokens: identity.model.context_tokens,
      engine: identity.model.engine,
      engine_version: identity.model.engine_version,
      paths: {},
    },
  };
  return {
    configuration,
    configuration_sha256: configurationSha256(configuration),
    temperature: calibration.temperature,
    prior: calibration.prior,
    threshold: chosen.rule.threshold,
    thresholds: chosen.rule.thresholds,
    tune,
    test,
    verdict,
    sentence,
  };
}

/** The figures that a configuration is quoted with; those of the tune part are optimistic and named so. */
function evidenceFigures(tune: PartFigures, test: PartFigures): ConfigurationEvidence['figures'] {
  const figures: ConfigurationEvidence['figures'] = {};
  const add = (name: string, value: number | null, around: readonly [number, number] | null = null) => {
    if (value !== null) figures[name] = { value, low: around?.[0] ?? null, high: around?.[1] ?? null };
  };
  add('accuracy', test.accuracy, test.accuracy_interval);
  add('accuracy_lower_bound', test.accuracy_lower_bound);
  add('coverage', test.coverage);
  add('log_loss_before', test.log_loss_before);
  add('log_loss', test.log_loss_after);
  add('mean_cost', test.mean_cost, test.mean_cost_interval);
  add('tune_accuracy', tune.accuracy, tune.accuracy_interval);
  add('tune_coverage', tune.coverage);
  return figures;
}

function requireOptions({ optionIds }: LabelledRun, { rule }: FitRequest): void {
  const faults: FieldFault[] = [];
  const wrong = rule.rule === 'costs' ? rule.wrong : rule.rule === 'none' ? undefined : rule.costs?.wrong;
  const count = optionIds.length;
  if (wrong !== undefined && (wrong.length !== count || wrong.some((row) => row.length !== count))) {
    const path = rule.rule === 'costs' ? 'rule.wrong' : 'rule.costs.wrong';
    faults.push({ path, message: 'The costs do not fit the options.', limit: `${count} rows of ${count} costs` });
  }
  // Records lose a key of this name, and its bias or threshold with it.
  if (optionIds.includes('__proto__'))
    faults.push({ path: 'run_id', message: 'An option cannot be called __proto__.' });
  const [first] = faults;
  if (first === undefined) return;
  throw new Fault('INVALID_REQUEST', `This cannot be fitted. ${first.message}`, 'Correct the request.', {
    fields: faults,
  });
}
