import { Fault } from '../../adapter/fault.ts';
import { type ColumnMapping, type FormatName, noColumns } from '../samples/formats/sample-format.ts';
import { type ImportChoices, type ImportTarget, noChoices } from '../samples/importing/import-choices.ts';
import type { LabelReading } from '../samples/importing/label-readings.ts';
import type { ImportSource } from '../samples/importing/open-source.ts';
import { previewImport } from '../samples/importing/preview-import.ts';
import type { Separator } from '../samples/reading/separators.ts';
import type { TextEncoding } from '../samples/reading/text-encodings.ts';
import { readRequests } from './read-requests.ts';
import type { Terminal } from './terminal.ts';

/** How a file of labelled samples is read; what is not said is proposed, and refused while it is unclear. */
export interface ImportOptions {
  /** A decision file: its question and options are what the samples are asked. */
  decision?: string;
  /** The question, when a new decision is made of the file's labels. */
  question?: string;
  mixed?: true;
  as?: FormatName;
  map?: string[];
  encoding?: TextEncoding;
  separator?: Separator;
  sheet?: string;
  pick?: string;
  annotations?: NonNullable<ImportChoices['annotations']>;
  labelsAre?: LabelReading;
  /** Whether labels that differ in case and white space only are taken for the option. */
  ignoreCase?: boolean;
  label?: string[];
  leaveOutFaulty?: true;
}

/** Stands for the question text that nobody gave; a set that really needs one is refused. */
const NO_QUESTION = 'No question was given.';

/**
 * Target and choices of an import, from the options.
 * @throws Fault INVALID_REQUEST with the option at fault
 */
export async function readImportOptions(
  terminal: Terminal,
  source: ImportSource,
  options: ImportOptions,
): Promise<{ target: ImportTarget; choices: ImportChoices }> {
  const choices: ImportChoices = {
    ...noChoices,
    format: options.as ?? null,
    encoding: options.encoding ?? null,
    separator: options.separator ?? null,
    sheet: options.sheet ?? null,
    question: options.pick ?? null,
    annotations: options.annotations ?? null,
    reading: options.labelsAre ?? null,
    ignore_case_and_space: options.ignoreCase ?? null,
    labels: (options.label ?? []).map(readLabelMeaning),
    leave_out_faulty: options.leaveOutFaulty ?? false,
  };
  const { mapping, binding } = await previewImport(source, choices, terminal.signal);
  if (options.map !== undefined) choices.columns = readMapping(options.map, mapping);
  return { target: await chooseTarget(terminal, options, binding), choices };
}

/** Refuses a set whose question would be the stand-in. @throws Fault INVALID_REQUEST */
export function requireQuestion(target: ImportTarget, asked: string | undefined): void {
  if (target.kind !== 'new' || asked !== NO_QUESTION) return;
  throw new Fault(
    'INVALID_REQUEST',
    'The file brings no question of its own.',
    'Say what its labels answer with --question, or name a decision file with --decision.',
    { fields: [{ path: '--question', message: 'Neither a question nor a decision is given.' }] },
  );
}

async function chooseTarget(
  terminal: Terminal,
  { decision, question, mixed }: ImportOptions,
  own: Awaited<ReturnType<typeof previewImport>>['binding'],
): Promise<ImportTarget> {
  const said = [decision, question, mixed].filter((one) => one !== undefined);
  if (said.length > 1) {
    throw invalid('--decision', 'Only one of --decision, --question and --mixed can be given.', 'one of them');
  }
  if (mixed) return { kind: 'mixed' };
  if (decision !== undefined) {
    const { requests } = await readRequests(terminal, decision);
    const [first, second] = requests.flatMap((request) => request.decisions);
    if (first === undefined || second !== undefined) {
      throw invalid('--decision', `${decision} holds more than one decision.`, 'a file with one decision');
    }
    const options = first.options.map((option) => ({ ...option }));
    return { kind: 'bound', decision: null, question: { kind: first.kind, question: first.question, options } };
  }
  if (own !== null && question === undefined) return own;
  return { kind: 'new', question: question ?? NO_QUESTION };
}

const single = ['label', 'id', 'group', 'note', 'disputed', 'suggestion', 'question'] as const;
const roles = ['evidence', 'evidence-json', 'options', ...single] as const;

/** `label=Column`, `evidence=Column` (several make an object), `evidence-json=Column`, `options=Column`. */
function readMapping(given: readonly string[], proposed: ColumnMapping): ColumnMapping {
  const mapping: ColumnMapping = { ...proposed };
  const evidence: ColumnMapping['evidence'] = [];
  const options: string[] = [];
  for (const text of given) {
    const at = text.indexOf('=');
    const role = text.slice(0, at);
    const column = text.slice(at + 1);
    const name = single.find((one) => one === role);
    if (name !== undefined) mapping[name] = column === '' ? null : column;
    else if (role === 'evidence' || role === 'evidence-json') {
      evidence.push({ column, name: column });
      mapping.evidence_json = role === 'evidence-json';
    } else if (role === 'options') options.push(column);
    else throw invalid('--map', `“${text}” names no role.`, `ROLE=COLUMN with ${roles.join(', ')}`);
  }
  if (evidence.length > 0) mapping.evidence = evidence;
  if (options.length > 0) mapping.options = options;
  return { ...noColumns, ...mapping };
}

/** `text=option`; nothing after the sign means unlabelled. The last sign counts, since texts may hold one. */
function readLabelMeaning(text: string): { text: string; option: string | null } {
  const at = text.lastIndexOf('=');
  if (at < 1) throw invalid('--label', `“${text}” says no option.`, 'TEXT=OPTION, or TEXT= for unlabelled');
  const option = text.slice(at + 1);
  return { text: text.slice(0, at), option: option === '' ? null : option };
}

function invalid(path: string, message: string, limit: string): Fault {
  return new Fault('INVALID_REQUEST', message, 'Correct the option.', { fields: [{ path, message, limit }] });
}
