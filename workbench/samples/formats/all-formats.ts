import type { SourceRow } from '../reading/source-row.ts';
import { argillaFlatFormat, argillaFormat } from './argilla.ts';
import { choicesFormat } from './choices.ts';
import { calloFormat, jevEvalFormat, typedGgufFormat } from './decision-lines.ts';
import { decisionRequestFormat } from './decision-request.ts';
import { jevbenchTaskFormat } from './jevbench-task.ts';
import { jevlFormat } from './jevl.ts';
import { labelStudioFormat, labelStudioMinFormat } from './label-studio.ts';
import { openaiEvalsFormat } from './openai-evals.ts';
import { promptfooFormat } from './promptfoo.ts';
import type { FormatName, SampleFormat } from './sample-format.ts';
import { tableFormat } from './table.ts';
import { workbenchFormat } from './workbench.ts';
import { workbenchTableFormat } from './workbench-table.ts';

/** All formats, the more particular ones first: the first that recognises the rows is proposed. */
const formats: Record<FormatName, SampleFormat> = {
  'workbench-table': workbenchTableFormat,
  workbench: workbenchFormat,
  jevl: jevlFormat,
  'jevbench-task': jevbenchTaskFormat,
  'typed-gguf': typedGgufFormat,
  callo: calloFormat,
  'jev-eval': jevEvalFormat,
  'label-studio': labelStudioFormat,
  argilla: argillaFormat,
  'argilla-flat': argillaFlatFormat,
  'label-studio-min': labelStudioMinFormat,
  'openai-evals': openaiEvalsFormat,
  promptfoo: promptfooFormat,
  'decision-request': decisionRequestFormat,
  choices: choicesFormat,
  table: tableFormat,
};

export function formatNamed(name: FormatName): SampleFormat {
  return formats[name];
}

export interface RecognisedFormat {
  name: FormatName;
  title: string;
  why: string;
}

/** The formats that the first rows of a file fit, the likeliest first; the plain table is always the last. */
export function recogniseFormats(rows: readonly SourceRow[]): RecognisedFormat[] {
  const found: RecognisedFormat[] = [];
  if (rows.length === 0) return [{ name: 'table', title: tableFormat.title, why: 'it has no rows' }];
  for (const format of Object.values(formats)) {
    const why = format.recognise(rows);
    if (why !== null) found.push({ name: format.name, title: format.title, why });
  }
  return found;
}
