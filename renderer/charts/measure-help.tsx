import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { explanations } from '../../workbench/statistics/explanations.ts';
import type { Measure } from '../../workbench/statistics/measures.ts';
import classes from './measure-help.module.css';

/** The name of a measure; pressed, it says what the measure says, when it misleads and where it comes from. */
export function MeasureHelp({ measure, children }: { measure: Measure; children?: ReactNode }) {
  const { name, says, formula, misleads, source } = explanations[measure];
  return (
    <Popover width={340} position="bottom-start" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <button type="button" className={classes.name} title={says}>
          {children ?? name}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`About: ${name}`} className={classes.words} tabIndex={-1}>
        <p>
          <strong>{name}.</strong> {says}
        </p>
        <p>
          <strong>When it misleads.</strong> {misleads}
        </p>
        <p className={classes.formula}>{formula}</p>
        <p className={classes.source}>{source}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
