import { Autocomplete, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import type { FitAnswer } from '../../workbench/contract/configurations.ts';
import { formatNumber } from '../charts/format-number.ts';
import { MeasureHelp } from '../charts/measure-help.tsx';
import { CostTable } from './cost-table.tsx';
import type { DraftRule } from './draft-rule.ts';
import classes from './trust-screen.module.css';

interface Props {
  draft: DraftRule;
  options: readonly string[];
  answer: FitAnswer | undefined;
  onChange: (change: Partial<DraftRule>) => void;
}

/** How probabilities are corrected, what is accepted, and what happens to the rest. */
export function RuleForm({ draft, options, answer, onChange }: Props) {
  const needsTarget = draft.kind === 'target' || draft.kind === 'per-option' || draft.kind === 'confidence';
  return (
    <div className={classes.form}>
      <div>
        <Checkbox
          size="xs"
          label="Fit a temperature"
          checked={draft.temperature}
          onChange={(event) => onChange({ temperature: event.currentTarget.checked })}
        />
        <p className={classes.why}>
          <MeasureHelp measure="temperature">What it does</MeasureHelp>
          {draft.temperature && answer?.temperature != null
            ? `: ${answer.temperature.fitted.toFixed(3)}. ${answer.temperature.why}`
            : ''}
        </p>
        <Checkbox
          size="xs"
          mt={6}
          label="Fit a prior"
          checked={draft.prior}
          onChange={(event) => onChange({ prior: event.currentTarget.checked })}
        />
        <p className={classes.why}>
          <MeasureHelp measure="prior">What it does</MeasureHelp>
          {draft.prior && answer?.prior != null
            ? `: ${Object.entries(answer.prior.fitted)
                .map(([option, bias]) => `${option} ${formatNumber(bias)}`)
                .join(', ')}. ${answer.prior.why}`
            : ''}
        </p>
      </div>
      <NativeSelect
        size="xs"
        label="Accept an answer"
        value={draft.kind}
        data={[
          { value: 'target', label: 'where a target accuracy is reached' },
          { value: 'confidence', label: 'from a confidence that I choose' },
          { value: 'per-option', label: 'from a threshold for each option' },
          { value: 'costs', label: 'where it is expected to cost least' },
          { value: 'none', label: 'always' },
        ]}
        onChange={(event) => onChange({ kind: kinds.find((kind) => kind === event.currentTarget.value) ?? 'none' })}
      />
      {needsTarget && (
        <NumberInput
          size="xs"
          label="Target accuracy"
          min={0.01}
          max={0.999}
          step={0.01}
          decimalScale={3}
          value={draft.target}
          onChange={(value) => {
            if (typeof value === 'number' && value > 0 && value < 1) onChange({ target: value });
          }}
        />
      )}
      {draft.kind === 'confidence' && (
        <NumberInput
          size="xs"
          label="Accept from confidence"
          min={0}
          max={1}
          step={0.01}
          decimalScale={4}
          value={draft.threshold}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 0 && value <= 1) onChange({ threshold: value });
          }}
        />
      )}
      {draft.kind === 'costs' && <CostTable draft={draft} options={options} onChange={onChange} />}
      {draft.kind !== 'none' && (
        <Autocomplete
          size="xs"
          label="Below that, fall back to"
          description="An option, or a word of your own such as human. Empty: abstain."
          data={['human', ...options.filter((option) => option !== 'human')]}
          value={draft.fallback}
          placeholder="abstain"
          onChange={(fallback) => onChange({ fallback })}
        />
      )}
    </div>
  );
}

const kinds = ['none', 'target', 'confidence', 'per-option', 'costs'] as const;
