/// <reference types="vite/client" />
import { parseRequest } from '../../adapter/decision/parse-request.ts';
import { Fault } from '../../adapter/fault.ts';
import { noChoices } from './importing/import-choices.ts';
import { importSamples } from './importing/import-samples.ts';
import type { Sample, SampleQuestion } from './sample.ts';

// The texts are part of the bundle: an example is there wherever the app is.
const texts = import.meta.glob<string>(
  ['../../fixtures/samples/*.{csv,jsonl,decision.json}', '../../fixtures/decisions/*.json'],
  { query: '?raw', import: 'default', eager: true },
);

/** A set that comes with the product. */
export interface SampleExample {
  /** Its file in `fixtures/samples/`. */
  file: string;
  name: string;
  about: string;
  samples: number;
}

/** In the order in which they are offered; each with the file of its decision, relative to `fixtures/`. */
const examples: readonly (SampleExample & { decision: string })[] = [
  {
    file: 'support-tickets.csv',
    name: 'Support tickets',
    about:
      'Customer support: which of three queues takes a request. Threads, disputed labels and hard cases among them.',
    samples: 164,
    decision: 'decisions/support-ticket.json',
  },
  {
    file: 'incident-priority.jsonl',
    name: 'Incident priority',
    about: 'Operations: a score of five ordered levels.',
    samples: 25,
    decision: 'decisions/incident-priority.json',
  },
  {
    file: 'reply-safety.jsonl',
    name: 'Reply safety',
    about: 'Moderation: yes or no, in pairs of replies to one question.',
    samples: 24,
    decision: 'decisions/reply-safety.json',
  },
  {
    file: 'topical-routing.jsonl',
    name: 'Reader mail',
    about: 'A newspaper’s mail: which of six desks a message is for.',
    samples: 72,
    decision: 'samples/topical-routing.decision.json',
  },
  {
    file: 'security-label.jsonl',
    name: 'Security labels',
    about: 'Documents and five levels of secrecy: hard for small models.',
    samples: 30,
    decision: 'samples/security-label.decision.json',
  },
];

export function listSampleExamples(): SampleExample[] {
  return examples.map(({ file, name, about, samples }) => ({ file, name, about, samples }));
}

/** @throws Fault NOT_FOUND */
export async function readSampleExample(
  file: string,
): Promise<{ name: string; question: SampleQuestion; samples: Sample[] }> {
  const example = examples.find((one) => one.file === file);
  if (example === undefined) throw new Fault('NOT_FOUND', `There is no example ${file}.`, 'Choose one of the list.');
  const [decision] = parseRequest(textOf(example.decision));
  if (decision === undefined) throw new Error(`${example.decision} has no decision`);
  const question = {
    kind: decision.kind,
    question: decision.question,
    options: decision.options.map((option) => ({ ...option })),
  };
  const source = { name: file, bytes: new TextEncoder().encode(textOf(`samples/${file}`)) };
  const { samples, report } = await importSamples(source, { kind: 'bound', decision: null, question }, noChoices);
  if (!report.ready) throw new Error(`${file} leaves questions open`);
  return { name: example.name, question, samples };
}

function textOf(path: string): string {
  const text = texts[`../../fixtures/${path}`];
  if (text === undefined) throw new Error(`${path} is not part of the bundle`);
  return text;
}
