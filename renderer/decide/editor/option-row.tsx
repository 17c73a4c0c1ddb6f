import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import type { OptionDraft, QuestionDraft } from '../../../workbench/contract/decision-document.ts';
import { lookOf } from '../../app/theme/hues.ts';
import type { DraftChange } from '../draft/draft-change.ts';
import { FieldFaultText } from './field-fault.tsx';
import classes from './option-row.module.css';

interface Props {
  sortableId: string;
  kind: QuestionDraft['kind'];
  option: OptionDraft;
  question: number;
  place: number;
  last: boolean;
  idFault: string | undefined;
  descriptionFault: string | undefined;
  change: (change: DraftChange) => void;
  touch: (path: string) => void;
}

/** One option: handle, hue, id, description. Rendered anew only when it changes: there may be 255. */
export const OptionRow = memo(function OptionRow(props: Props) {
  const { sortableId, kind, option, question, place, last, idFault, descriptionFault, change, touch } = props;
  const path = `questions[${question}].options[${place}]`;
  const fixed = kind === 'yes-no';
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: sortableId,
    disabled: fixed,
  });
  const look = lookOf(option.hue);
  const name = option.id === '' ? `option ${place + 1}` : option.id;
  const faultId = `option-fault-${question}-${place}`;
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-option={place}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={classes.fields}>
        {fixed ? (
          <span className={classes.fixed}>{place === 0 ? 'Yes' : 'No'}</span>
        ) : (
          <button
            type="button"
            ref={setActivatorNodeRef}
            className={classes.handle}
            data-field="handle"
            {...attributes}
            {...listeners}
            aria-label={`Move ${name}`}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          >
            <IconGripVertical size={16} aria-hidden />
          </button>
        )}
        <span
          className={classes.swatch}
          data-pattern={look.pattern}
          style={{ backgroundColor: look.color }}
          aria-hidden
        />
        {kind === 'score' && <span className={classes.level}>{place + 1}</span>}
        <input
          className={classes.id}
          data-field="id"
          aria-label={`Id of option ${place + 1}`}
          aria-invalid={idFault !== undefined}
          aria-describedby={idFault === undefined ? undefined : faultId}
          onBlur={() => touch(`${path}.id`)}
          placeholder={kind === 'score' ? levelHint(place, last) : 'id'}
          value={option.id}
          onChange={(event) => change({ type: 'option-id', question, option: place, id: event.currentTarget.value })}
        />
        <textarea
          className={classes.description}
          data-field="description"
          aria-label={`Description of ${name}`}
          aria-invalid={descriptionFault !== undefined}
          aria-describedby={descriptionFault === undefined ? undefined : faultId}
          onBlur={() => touch(`${path}.description`)}
          placeholder={fixed ? 'Other words for it, if any' : 'What the model reads'}
          rows={1}
          value={option.description}
          onChange={(event) =>
            change({ type: 'option-description', question, option: place, description: event.currentTarget.value })
          }
        />
        {!fixed && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            aria-label={`Remove ${name}`}
            onClick={() => change({ type: 'option-remove', question, option: place })}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <FieldFaultText id={faultId} fault={idFault ?? descriptionFault} />
    </li>
  );
});

function levelHint(place: number, last: boolean): string {
  if (place === 0) return 'lowest';
  return last ? 'highest' : `level ${place + 1}`;
}
