import type { Run } from '../../../workbench/contract/runs.ts';
import { formatBytes } from '../../app/format-bytes.ts';
import { fileName } from '../../app/model-name.ts';
import { formatDuration, formatSeconds } from '../../charts/format-number.ts';
import classes from './results.module.css';

/** What the numbers were made with: everything that a repetition needs. */
export function RunFacts({ run }: { run: Run }) {
  const { identity, answered_by: by, configuration } = run;
  const asked: [string, string][] = [
    ['Model file', fileName(configuration.model_path)],
    ['Question', configuration.question === null ? 'as in the set' : configuration.question.question],
    ['Sample set', short(run.set_sha256)],
  ];
  const elsewhere: [string, string][] =
    by === undefined
      ? []
      : [
          ['Scored by', configuration.model_path],
          ['Model', by.model === null ? by.model_name : `${by.model.file}, ${by.model.quantization}`],
          ['Device', [by.device ?? 'not told', by.instance_type].filter((part) => part !== null).join(', ')],
          ['Engine', by.model === null ? 'not told' : `${by.model.engine} ${by.model.engine_version}`],
          ['Other builds or devices', by.others.length === 0 ? 'none' : by.others.join('; ')],
          ['Readout', by.readout ?? 'not told'],
          ['Latency', 'as seen from here, the network included; one sample after the other'],
          [
            'Was busy',
            by.busy.times === 0 ? 'never' : `${by.busy.times} times, ${formatDuration(by.busy.seconds)} in all`,
          ],
          ['Configuration', by.configuration_sha256 === null ? 'not told' : short(by.configuration_sha256)],
        ];
  const used: [string, string][] =
    identity === null
      ? []
      : [
          ['Quantisation', `${identity.model.quantization}, ${formatBytes(identity.model.bytes)}`],
          ['Readout', identity.settings.readout],
          ['Prompt', identity.settings.prompt_version],
          ['Order', identity.settings.order],
          ['Temperature', String(identity.settings.temperature)],
          ['Device', `${identity.report.device}, ${identity.report.threads} threads`],
          ['Engine', `${identity.model.engine} ${identity.model.engine_version}`],
          ['Host', `${identity.host.cpu}, ${identity.host.cores} cores`],
          ['Loading', formatSeconds(identity.load_seconds)],
          ['Configuration', short(identity.configuration_sha256)],
        ];
  const spent: [string, string][] = [
    ['Wall time, CPU time', `${formatDuration(run.wall_seconds)}, ${formatDuration(run.cpu_seconds)}`],
    [
      'Tokens evaluated, reused',
      `${run.tokens_evaluated.toLocaleString('en')}, ${run.tokens_reused.toLocaleString('en')}`,
    ],
    ['Largest memory', run.peak_memory_bytes > 0 ? formatBytes(run.peak_memory_bytes) : '–'],
  ];
  return (
    <section className={classes.card} aria-labelledby="facts-title">
      <h3 id="facts-title" className={classes.title}>
        What these numbers were made with
      </h3>
      <dl className={classes.facts}>
        {[...asked, ...elsewhere, ...used, ...spent].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function short(sha256: string): string {
  return sha256.slice(0, 12);
}
