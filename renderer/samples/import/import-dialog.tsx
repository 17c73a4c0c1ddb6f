import { Button, Group, Loader, Modal, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import type { ImportTarget } from '../../../workbench/samples/importing/import-choices.ts';
import { FaultCard } from '../../app/fault/fault-card.tsx';
import { notifyDone } from '../../app/notify.tsx';
import { type DecisionQuestion, useCurrentDecision, useDecisionQuestions } from '../decision-question.ts';
import { HueContext, huesOf } from '../option-looks.tsx';
import { sayCount } from '../say-count.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { FileFacts } from './file-facts.tsx';
import classes from './import-dialog.module.css';
import { NEW_QUESTION } from './import-state.ts';
import { OpenQuestions } from './open-questions.tsx';
import { ReadingStep } from './reading-step.tsx';
import { ReportView } from './report-view.tsx';
import { SourceStep } from './source-step.tsx';
import { TargetChoice } from './target-choice.tsx';
import { type ImportPhase, useImport } from './use-import.ts';

/** From a file to samples: choose, see how it is read, decide what is open, import. Nothing is stored before that. */
export function ImportDialog({ onClose, onMade }: { onClose: () => void; onMade: (made: SampleSetSummary) => void }) {
  const questions = useDecisionQuestions(useCurrentDecision());
  const { state, read, choose, aim, cancel, commit, restart } = useImport();
  const [name, setName] = useState<string | null>(null);

  const store = async (): Promise<void> => {
    if (state.phase !== 'open') return;
    const made = await commit(nameOf(name, state));
    if (made === null) return;
    notifyDone(`${sayCount(made.samples, 'sample')} imported into “${made.set.name}”.`);
    onClose();
    onMade(made);
  };
  const open = state.phase === 'open' ? state : null;
  const binding = open?.answer.report.binding ?? null;
  const options = useMemo(
    () => (binding?.kind === 'bound' ? binding.question.options.map(({ id }) => id) : []),
    [binding],
  );
  const hueOf = useMemo(() => huesOf(options, huesAsked(open, questions)), [options, open, questions]);

  return (
    <Modal opened onClose={onClose} title="Import samples" size="min(76rem, 96vw)" closeOnClickOutside={false}>
      {state.phase === 'choosing' && (
        <SourceStep fault={state.fault} onFile={(file) => read(file, firstTarget(questions))} />
      )}
      {state.phase === 'reading' && <ReadingStep file={state.file} rows={state.rows} onCancel={cancel} />}
      {open !== null && (
        <HueContext value={hueOf}>
          <div className={classes.columns}>
            <div className={classes.column}>
              <FileFacts answer={open.answer} onChoose={choose} />
              <ColumnMapping answer={open.answer} chosen={open.choices.columns} onChoose={choose} />
              <TargetChoice target={open.target} questions={questions} own={open.answer.own_binding} onTarget={aim} />
            </div>
            <div className={classes.column} aria-busy={open.reading !== null}>
              <OpenQuestions
                questions={open.answer.report.questions}
                choices={open.choices}
                options={options}
                onChoose={choose}
              />
              <ReportView report={open.answer.report} />
            </div>
          </div>
          <div className={classes.foot}>
            {open.fault !== null && <FaultCard fault={open.fault} />}
            <Group gap="sm" align="flex-end">
              <TextInput
                size="xs"
                label="Name of the set"
                className={classes.name}
                value={name ?? nameOf(null, open)}
                maxLength={1000}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <div className={classes.state} role="status">
                {open.reading === null ? (
                  <Text size="xs" c="dimmed">
                    {sayReady(open)}
                  </Text>
                ) : (
                  <Group gap={6} wrap="nowrap">
                    <Loader size={14} aria-hidden />
                    <Text size="xs" c="dimmed">
                      {open.reading.rows === null
                        ? 'Reading again…'
                        : `${open.reading.rows.toLocaleString('en')} rows read…`}
                    </Text>
                    <Button size="compact-xs" variant="subtle" onClick={cancel}>
                      Cancel
                    </Button>
                  </Group>
                )}
              </div>
              <Button variant="default" onClick={restart}>
                Another file
              </Button>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                disabled={
                  !open.answer.report.ready ||
                  open.reading !== null ||
                  open.fault !== null ||
                  nameOf(name, open).trim() === ''
                }
                loading={open.storing}
                onClick={() => void store()}
              >
                Import {sayCount(open.answer.report.used, 'sample')}
              </Button>
            </Group>
          </div>
        </HueContext>
      )}
    </Modal>
  );
}

type OpenImport = Extract<ImportPhase, { phase: 'open' }>;

function nameOf(name: string | null, { file }: OpenImport): string {
  if (name !== null) return name.trim();
  return file.name.replace(/\.[a-z0-9]{1,8}$/i, '') || 'Samples';
}

/** The decision there is, while it can be asked: most files are made for it. */
function firstTarget(questions: readonly DecisionQuestion[]): ImportTarget {
  const asked = questions.find(({ question }) => question !== null);
  if (asked === undefined || asked.question === null) return { kind: 'new', question: NEW_QUESTION };
  const { document_id, question_id, question } = asked;
  return { kind: 'bound', decision: { document_id, question_id }, question };
}

function huesAsked(open: OpenImport | null, questions: readonly DecisionQuestion[]) {
  if (open === null || open.target.kind !== 'bound') return [];
  const { decision } = open.target;
  return questions.find(({ question_id }) => question_id === decision?.question_id)?.options ?? [];
}

function sayReady({ answer: { report } }: OpenImport): string {
  if (report.ready) return 'Ready. Nothing is stored yet.';
  const open = report.questions.length;
  if (open > 0) return `${sayCount(open, 'open question')}. Nothing is stored yet.`;
  return 'There is no sample to import.';
}
