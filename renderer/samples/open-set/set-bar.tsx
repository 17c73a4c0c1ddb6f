import { ActionIcon, Button, Menu, Progress, Text, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconBulb,
  IconCopy,
  IconDots,
  IconDownload,
  IconKeyboard,
  IconPlus,
  IconReportAnalytics,
  IconSettings,
  IconTargetArrow,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SampleSetSummary } from '../../../workbench/contract/samples.ts';
import { useActionStore } from '../../app/actions/use-actions.tsx';
import { useChosen } from '../../runs/use-chosen.tsx';
import type { EditState } from '../edit/edit-history.ts';
import { ExportMenuItems } from '../sets/export-menu-items.tsx';
import classes from './set-bar.module.css';

interface Props {
  summary: SampleSetSummary;
  state: EditState;
  labelling: boolean;
  exporting: boolean;
  onExporting: (opened: boolean) => void;
  onLabelling: () => void;
  onBack: () => void;
  onSettings: () => void;
  onRemove: () => void;
  onSuggest: () => void;
}

/** The set's name, how far its labels are, and what is done with it as a whole. */
export function SetBar(props: Props) {
  const { summary, state, labelling, exporting, onExporting, onLabelling, onBack, onSettings, onRemove, onSuggest } =
    props;
  const actions = useActionStore();
  const { chooseSet } = useChosen();
  const { set, samples, labelled } = summary;
  return (
    <div className={classes.bar}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        Sets
      </Button>
      <h1 className={classes.name} title={set.name}>
        {set.name}
      </h1>
      <div className={classes.progress}>
        <Text size="xs" className={classes.counts}>
          {labelled.toLocaleString('en')} of {samples.toLocaleString('en')} labelled
          {summary.disputed > 0 && `, ${summary.disputed.toLocaleString('en')} disputed`}
        </Text>
        <Progress
          size="sm"
          value={samples === 0 ? 0 : (labelled / samples) * 100}
          aria-label="Labelled samples"
          transitionDuration={0}
        />
      </div>
      <div className={classes.tools}>
        <Tool label="Undo" what={state.undo} onClick={() => actions.run('edit.undo')}>
          <IconArrowBackUp size={18} aria-hidden />
        </Tool>
        <Tool label="Redo" what={state.redo} onClick={() => actions.run('edit.redo')}>
          <IconArrowForwardUp size={18} aria-hidden />
        </Tool>
        <Button
          size="compact-md"
          variant={labelling ? 'filled' : 'default'}
          aria-pressed={labelling}
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={onLabelling}
        >
          {labelling ? 'End labelling' : 'Label by keyboard'}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => actions.run('samples.add')}
        >
          Add
        </Button>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconReportAnalytics size={16} aria-hidden />}
          onClick={() => {
            chooseSet(set.id);
            actions.run('view.evaluate');
          }}
        >
          Evaluate
        </Button>
        <Menu position="bottom-end" shadow="md" opened={exporting} onChange={onExporting}>
          <Menu.Target>
            <Button size="compact-md" variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
              Export
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <ExportMenuItems summary={summary} />
          </Menu.Dropdown>
        </Menu>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label="More for this set">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconTargetArrow size={16} aria-hidden />}
              onClick={() => actions.run('samples.next-uncertain')}
            >
              Next most uncertain
            </Menu.Item>
            <Menu.Item leftSection={<IconBulb size={16} aria-hidden />} onClick={onSuggest}>
              Suggest labels from a run…
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={() => actions.run('samples.duplicates')}
            >
              Find duplicates…
            </Menu.Item>
            <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={onSettings}>
              Name and parts…
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
              Remove this set…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}

interface ToolProps {
  label: string;
  /** What it would take back or do again; null when there is nothing. */
  what: string | null;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, what, onClick, children }: ToolProps) {
  return (
    <Tooltip label={what === null ? label : `${label}: ${what}`}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} disabled={what === null} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
