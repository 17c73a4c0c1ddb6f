import { basename } from 'node:path';
import { Fault, type FieldFault } from '../../adapter/fault.ts';
import type { ImportQuestion, ImportReport } from '../samples/importing/import-report.ts';
import { importSamples } from '../samples/importing/import-samples.ts';
import type { Sample } from '../samples/sample.ts';
import type { Binding } from '../samples/sample-set.ts';
import { type ImportOptions, readImportOptions, requireQuestion } from './import-options.ts';
import { readInputFile } from './read-input-file.ts';
import type { Terminal } from './terminal.ts';

/** A file of labelled samples, read as the options say. */
export interface ReadSamples {
  report: ImportReport;
  binding: Binding;
  samples: Sample[];
}

/**
 * Reads a file into samples; nothing is stored.
 * @throws Fault INVALID_REQUEST with lines at fault, or with the options that would answer what is open
 */
export async function readSamples(terminal: Terminal, file: string, options: ImportOptions): Promise<ReadSamples> {
  const bytes = await readInputFile(terminal, file, 'a file of labelled samples');
  const source = { name: file === '-' ? 'standard input' : basename(file), bytes };
  const { target, choices } = await readImportOptions(terminal, source, options);
  const { report, samples } = await importSamples(source, target, choices, { signal: terminal.signal });
  const { binding, questions } = report;
  if (questions.length > 0 || binding === null) throw unclear(source.name, report);
  if (binding.kind === 'bound') requireQuestion(target, binding.question.question);
  if (samples.length === 0) {
    throw new Fault('INVALID_REQUEST', `${source.name} holds no samples.`, 'Choose a file with rows.', {
      fields: [{ path: source.name, message: 'No row can be used.' }],
    });
  }
  return { report, binding, samples };
}

/** Faulty lines that a message lists. */
const MAX_LINES = 20;

function unclear(name: string, { questions, faults }: ImportReport): Fault {
  const fields: FieldFault[] = [
    ...faults.first.slice(0, MAX_LINES).map(({ line, column, message }) => ({
      path: `${name}:${line}${column === null ? '' : `:${column}`}`,
      message,
    })),
    ...questions.map(optionFor),
  ];
  return new Fault(
    'INVALID_REQUEST',
    `${name} cannot be read without a decision of yours${faults.count === 0 ? '' : `; ${faults.count} of its rows are at fault`}.`,
    'Answer with the options; nothing was stored.',
    { fields },
  );
}

/** What is open, and the option that answers it. */
function optionFor(question: ImportQuestion): FieldFault {
  switch (question.ask) {
    case 'encoding':
      return {
        path: '--encoding',
        message: `The encoding is not sure: ${question.why}.`,
        limit: `as in ${question.guess}`,
      };
    case 'separator':
      return {
        path: '--separator',
        message: 'More than one separator fits.',
        limit: question.offered.map(shown).join(' or '),
      };
    case 'question':
      return {
        path: '--pick',
        message: 'The rows hold several questions.',
        limit: question.offered.map(({ id, labelled }) => `${id} (${labelled} labelled)`).join(', '),
      };
    case 'annotations':
      return {
        path: '--annotations',
        message: `People disagree on ${question.disagreements} samples, on lines ${question.lines.join(', ')}.`,
        limit: 'majority, first or skip',
      };
    case 'reading':
      return {
        path: '--labels-are',
        message: 'More than one reading of the labels fits, or none fits all.',
        limit: question.offered.map(({ reading, fits }) => `${reading} (${fits} of ${question.total})`).join(', '),
      };
    case 'ignore-case-and-space':
      return {
        path: '--ignore-case or --no-ignore-case',
        message: `Labels differ in case or white space only: ${question.labels.map(({ text, option }) => `“${text}” and “${option}”`).join(', ')}.`,
      };
    case 'labels':
      return {
        path: '--label',
        message: `Labels that are no option: ${question.labels.map(({ text, count, lines }) => `“${text}” (${count}, on lines ${lines.join(', ')})`).join(', ')}.`,
        limit: 'TEXT=OPTION for each, or TEXT= for unlabelled',
      };
    case 'target':
      return { path: '--decision, --question or --mixed', message: question.why };
    case 'leave-out-faulty':
      return { path: '--leave-out-faulty', message: `${question.count} rows cannot be used.` };
  }
}

function shown(separator: string): string {
  return separator === '\t' ? 'tab' : separator;
}
