import { Badge, Button, Group, Kbd, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import type { Sample, SampleQuestion } from '../../../workbench/samples/sample.ts';
import { EvidenceView } from './evidence-view.tsx';
import { OptionButtons } from './option-buttons.tsx';
import { SampleFacts } from './sample-facts.tsx';
import classes from './sample-pane.module.css';

/** What can be changed of a sample here. */
export type SamplePatch = Partial<Pick<Sample, 'label' | 'note' | 'disputed' | 'group' | 'evidence'>>;

export interface PaneRefs {
  pane: RefObject<HTMLElement | null>;
  note: RefObject<HTMLTextAreaElement | null>;
  find: RefObject<HTMLInputElement | null>;
}

interface Props {
  row: SampleRow;
  place: number;
  total: number;
  question: SampleQuestion;
  /** Whether keys label. */
  keys: boolean;
  refs: PaneRefs;
  onLabel: (option: string | null) => void;
  onAccept: () => void;
  onChange: (patch: SamplePatch, words: string) => void;
  onMove: (step: 1 | -1) => void;
  onSkip: () => void;
  onShowSample: (id: string) => void;
  onRemove: () => void;
}

/** One sample as a whole: its evidence, its options with their keys, and what else is known of it. */
export function SamplePane(props: Props) {
  const { row, place, total, question, keys, refs, onLabel, onAccept, onChange, onMove, onSkip } = props;
  const { sample, part, misfit } = row;
  const { suggestion } = sample;
  return (
    <section ref={refs.pane} className={classes.pane} aria-label={`Sample ${sample.id}`} tabIndex={-1}>
      <div className={classes.head}>
        <h2 className={classes.id} title={sample.id}>
          {sample.id}
        </h2>
        <Text size="xs" c="dimmed" className={classes.place}>
          {(place + 1).toLocaleString('en')} of {total.toLocaleString('en')}
        </Text>
        <Badge variant="outline" size="sm" title="Which part of the set it belongs to">
          {part}
        </Badge>
        <Group gap={4} className={classes.moves}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label="Previous sample"
            disabled={place === 0}
            onClick={() => onMove(-1)}
          >
            <IconChevronUp size={15} aria-hidden />
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label="Next sample"
            disabled={place >= total - 1}
            onClick={() => onMove(1)}
          >
            <IconChevronDown size={15} aria-hidden />
          </Button>
        </Group>
      </div>
      {misfit !== null && (
        <p className={classes.misfit}>
          <IconAlertTriangle size={15} aria-hidden /> {misfit}
        </p>
      )}
      <EvidenceView
        key={sample.id}
        evidence={sample.evidence}
        onChange={(evidence) => onChange({ evidence }, `edit the evidence of ${sample.id}`)}
      />
      <div className={classes.asked}>
        <Text size="sm" fw={600}>
          {question.question}
        </Text>
        <div className={classes.suggestion}>
          {suggestion === null ? (
            <Text size="xs" c="dimmed">
              {sample.label === null ? 'No label yet.' : 'Labelled.'}
            </Text>
          ) : (
            <>
              <Text size="xs" className={classes.suggestionWords}>
                Suggested by {shortName(suggestion.by)}: <strong>{suggestion.label}</strong>
                {suggestion.confidence === null ? '' : ` (${suggestion.confidence.toFixed(2)})`}. It is no label
                {sample.label === null ? ' until you accept it.' : '.'}
              </Text>
              <Button
                size="compact-xs"
                variant="default"
                disabled={sample.label === suggestion.label}
                rightSection={<Kbd size="xs">⏎</Kbd>}
                onClick={onAccept}
              >
                Accept
              </Button>
            </>
          )}
        </div>
      </div>
      <OptionButtons
        key={question.options.length}
        options={question.options}
        sample={sample}
        onLabel={onLabel}
        find={refs.find}
        keys={keys}
      />
      <Group gap="xs" className={classes.tools}>
        <Button size="compact-xs" variant="default" rightSection={<Kbd size="xs">Space</Kbd>} onClick={onSkip}>
          Skip
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={sample.label === null}
          rightSection={<Kbd size="xs">⌫</Kbd>}
          onClick={() => onLabel(null)}
        >
          Clear the label
        </Button>
        <Button
          size="compact-xs"
          variant={sample.disputed ? 'filled' : 'default'}
          aria-pressed={sample.disputed}
          rightSection={<Kbd size="xs">D</Kbd>}
          onClick={() =>
            onChange({ disputed: !sample.disputed }, `${sample.disputed ? 'settle' : 'dispute'} ${sample.id}`)
          }
        >
          Label disputed
        </Button>
      </Group>
      <SampleFacts
        key={`facts-${sample.id}`}
        row={row}
        note={refs.note}
        onChange={onChange}
        onShowSample={props.onShowSample}
        onRemove={props.onRemove}
      />
    </section>
  );
}

/** A configuration's hash is too long to read. */
function shortName(by: string): string {
  return /^[0-9a-f]{64}$/.test(by) ? `configuration ${by.slice(0, 8)}` : by;
}
