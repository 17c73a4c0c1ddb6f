import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button } from '@mantine/core';
import { IconArrowsSort, IconClipboardList, IconPlus } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useMemo } from 'react';
import { MAX_LEVELS, MAX_OPTIONS } from '../../../adapter/decision/decision-limits.ts';
import type { QuestionDraft } from '../../../workbench/contract/decision-document.ts';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { isList } from '../draft/parse-option-list.ts';
import { optionKeys } from '../result/bars-of.ts';
import { useSession } from '../use-session.tsx';
import { dragWords } from './drag-words.ts';
import { FieldFaultText } from './field-fault.tsx';
import { focusOption, type OptionField } from './focus-option.ts';
import classes from './option-list.module.css';
import { OptionRow } from './option-row.tsx';
import { usePaste } from './use-paste.ts';

const titles: Record<QuestionDraft['kind'], string> = {
  choice: 'Options',
  'yes-no': 'Yes and no',
  score: 'Levels, lowest first',
};

// Made once: new ones would render every row anew at each letter.
const pointerOptions = { activationConstraint: { distance: 4 } };
const keyboardOptions = { coordinateGetter: sortableKeyboardCoordinates };

/** The options of a question: added, removed, moved by hand or by keys, pasted as a list. */
export function OptionList({ question, at }: { question: QuestionDraft; at: number }) {
  const { change, faultAt, touch } = useSession();
  const actions = useActionStore();
  const openPaste = usePaste();
  const keys = useMemo(() => optionKeys(question.options), [question.options]);
  const sensors = useSensors(useSensor(PointerSensor, pointerOptions), useSensor(KeyboardSensor, keyboardOptions));
  const words = useMemo(() => dragWords(question.options, keys), [question.options, keys]);
  const fixed = question.kind === 'yes-no';
  const most = question.kind === 'score' ? MAX_LEVELS : MAX_OPTIONS;
  const fault = faultAt(`questions[${at}].options`);

  const move = useCallback(
    (from: number, to: number, field: OptionField) => {
      if (to < 0 || to >= question.options.length) return;
      change({ type: 'option-move', question: at, from, to });
      focusOption(to, field);
    },
    [change, at, question.options.length],
  );

  const dragged = (event: DragEndEvent): void => {
    const from = keys.indexOf(String(event.active.id));
    const to = event.over === null ? -1 : keys.indexOf(String(event.over.id));
    if (from !== -1 && to !== -1 && from !== to) change({ type: 'option-move', question: at, from, to });
  };

  const press = (event: KeyboardEvent<HTMLOListElement>): void => {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const place = Number(target?.closest<HTMLElement>('[data-option]')?.dataset.option ?? Number.NaN);
    const field = target?.dataset.field;
    if (Number.isNaN(place) || fixed) return;
    if (field !== 'id' && field !== 'description' && field !== 'handle') return;
    const plainAlt = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (plainAlt && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(place, event.key === 'ArrowUp' ? place - 1 : place + 1, field);
    } else if (
      event.key === 'Enter' &&
      field === 'id' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.nativeEvent.isComposing
    ) {
      event.preventDefault();
      change({ type: 'option-add', question: at, at: place + 1 });
      focusOption(place + 1);
    }
  };

  const paste = (event: ClipboardEvent<HTMLOListElement>): void => {
    const text = event.clipboardData.getData('text/plain');
    if (fixed || !isList(text)) return;
    event.preventDefault();
    openPaste(text);
  };

  return (
    <div className={classes.options}>
      <div className={classes.head}>
        <h3 className={classes.title}>{titles[question.kind]}</h3>
        <span className={classes.count}>{fixed ? '' : question.options.length}</span>
        {!fixed && (
          <>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconArrowsSort size={14} aria-hidden />}
              onClick={() => change({ type: 'options-reverse', question: at })}
            >
              Reverse
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<IconClipboardList size={14} aria-hidden />}
              onClick={() => actions.run('option.paste')}
            >
              Paste a list
            </Button>
          </>
        )}
      </div>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={dragged} accessibility={words}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol className={classes.list} onKeyDown={press} onPaste={paste}>
            {question.options.map((option, place) => {
              const key = keys[place] ?? String(place);
              const path = `questions[${at}].options[${place}]`;
              return (
                <OptionRow
                  key={key}
                  sortableId={key}
                  kind={question.kind}
                  option={option}
                  question={at}
                  place={place}
                  last={place === question.options.length - 1}
                  idFault={faultAt(`${path}.id`, option.id)}
                  descriptionFault={faultAt(`${path}.description`, option.description)}
                  touch={touch}
                  change={change}
                />
              );
            })}
          </ol>
        </SortableContext>
      </DndContext>
      <FieldFaultText id="options-fault" fault={fault} />
      {!fixed && (
        <Button
          className={classes.add}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={question.options.length >= most}
          onClick={() => {
            change({ type: 'option-add', question: at, at: question.options.length });
            focusOption(question.options.length);
          }}
        >
          {question.kind === 'score' ? 'Add a level' : 'Add an option'}
        </Button>
      )}
    </div>
  );
}
