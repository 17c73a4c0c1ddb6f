import { Table } from '@mantine/core';
import type { ScoringSettings } from '../../../adapter/configuration/scoring-settings.ts';
import type { DecisionResult } from '../../../adapter/score/result.ts';
import { formatBytes } from '../../app/format-bytes.ts';
import classes from './result-record.module.css';

/** Where the time went and what the numbers were computed from. */
export function ResultRecord({ result, settings }: { result: DecisionResult; settings: ScoringSettings }) {
  const { timing, model } = result;
  const seconds = (value: number): string => `${value.toFixed(3)} s`;
  const rows: [string, string][] = [
    ['Total time', seconds(timing.total_seconds)],
    ['Prompt and tokens', seconds(timing.encode_seconds)],
    ['Shared beginning', `${seconds(timing.prefill_seconds)}, ${timing.prefix_tokens} tokens`],
    ['The rest and the readout', seconds(timing.suffix_forward_seconds)],
    ['Reused from before', timing.cache_hit ? 'yes' : 'no'],
    ['Tokens', String(result.input_tokens)],
    ['Readout', settings.readout],
    ['Prompt version', result.prompt_version],
    ['Template', settings.readout === 'texts' ? 'none' : settings.template],
    ['Order', settings.order],
    ['Temperature', String(settings.temperature)],
    ['Prompt SHA-256', result.prompt_sha256],
    ['Configuration SHA-256', result.configuration_sha256],
    ['Model', model.file],
    ['Model SHA-256', model.sha256],
    ['Size', formatBytes(model.bytes)],
    ['Architecture', `${model.architecture}, ${model.quantization}, vocabulary ${model.vocab_size}`],
    ['Origin', model.repository === null ? 'local file' : `${model.repository} at ${model.revision ?? '?'}`],
    ['Engine', `${model.engine} ${model.engine_version}`],
    ['GPU layers, threads, context', `${model.gpu_layers}, ${model.threads}, ${model.context_tokens}`],
  ];
  return (
    <Table verticalSpacing={4}>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" className={classes.name}>
              {name}
            </Table.Th>
            <Table.Td className={classes.value}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
