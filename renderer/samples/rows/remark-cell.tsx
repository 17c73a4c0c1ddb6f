import { IconAlertTriangle, IconCopy, IconMessageQuestion, IconNote } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { SampleRow } from '../../../workbench/contract/samples.ts';
import classes from './cells.module.css';

/** What is to be known of a sample at a glance; each sign has its words. */
export function RemarkCell({ row: { sample, equal_evidence, misfit } }: { row: SampleRow }) {
  return (
    <span className={classes.remarks}>
      {misfit !== null && <Remark Icon={IconAlertTriangle} words={misfit} warns />}
      {sample.disputed && <Remark Icon={IconMessageQuestion} words="Label disputed" />}
      {equal_evidence.length > 0 && <Remark Icon={IconCopy} words="Same evidence as another sample" />}
      {sample.note !== '' && <Remark Icon={IconNote} words="Has a note" />}
    </span>
  );
}

function Remark({ Icon, words, warns }: { Icon: ComponentType<{ size: number }>; words: string; warns?: boolean }) {
  return (
    <span role="img" aria-label={words} title={words} data-warns={warns || undefined} className={classes.remark}>
      <Icon size={15} />
    </span>
  );
}
