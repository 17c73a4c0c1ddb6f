import { invalidRequest } from '../../adapter/decision/invalid-request.ts';
import { asFault, Fault } from '../../adapter/fault.ts';
import type { DecisionDraft } from '../contract/decision-document.ts';
import type { SampleQuery, SampleRow, SampleSetSummary } from '../contract/samples.ts';
import { listSampleExamples, readSampleExample } from '../samples/examples.ts';
import { exportSamples } from '../samples/exporting/export-samples.ts';
import { createPacer } from '../samples/pacer.ts';
import type { SampleQuestion } from '../samples/sample.ts';
import type { DecisionReference, SampleSet } from '../samples/sample-set.ts';
import type { SampleChange } from '../samples/store/sample-change.ts';
import { editsToChanges } from '../samples/view/edit-to-changes.ts';
import { listMisfits } from '../samples/view/list-misfits.ts';
import { querySamples } from '../samples/view/query-samples.ts';
import type { SetView, ViewEntry } from '../samples/view/set-view.ts';
import type { Implementer } from './implementer.ts';
import { importProcedures } from './import-procedures.ts';
import type { Services } from './services.ts';

/** Suggestions that are stored in one step. */
const SUGGESTIONS_AT_ONCE = 1_000;

export function sampleProcedures(os: Implementer['samples'], services: Services) {
  const { samples, setViews, runs } = services;
  const summaryOf = async (id: string): Promise<SampleSetSummary> => (await setViews.get(id)).summary(createPacer());
  const query = windowQuery(services);
  return {
    list: os.list.handler(() => setViews.summaries()),
    create: os.create.handler(async ({ input: { tune_share, ...set } }) => {
      const share = tune_share === undefined ? {} : { tune_share };
      return summaryOf((await samples.create({ ...set, ...share }, [])).id);
    }),
    examples: os.examples.handler(() => listSampleExamples()),
    createFromExample: os.createFromExample.handler(async ({ input }) => {
      const { name, question, samples: rows } = await readSampleExample(input.file);
      const decision = await findDecision(services, question);
      const { id } = await samples.create({ name, binding: { kind: 'bound', decision, question } }, rows);
      return summaryOf(id);
    }),
    change: os.change.handler(async ({ input }) => {
      const { id, name, tune_share, binding } = input;
      await samples.update(id, {
        ...(name === undefined ? {} : { name }),
        ...(tune_share === undefined ? {} : { tune_share }),
        ...(binding === undefined ? {} : { binding }),
      });
      return summaryOf(id);
    }),
    remove: os.remove.handler(async ({ input }) => {
      await samples.remove(input.id);
      return {};
    }),
    query: os.query.handler(({ input, signal }) => query(input, signal)),
    edit: os.edit.handler(async ({ input }) => {
      const view = await setViews.get(input.id);
      const { changes, before } = editsToChanges(
        input.edits,
        (id) => view.find(id)?.sample,
        (id) => view.after(id)?.sample.id,
      );
      await samples.edit(input.id, changes).catch((error: unknown) => {
        throw inTermsOfEdits(error);
      });
      return { summary: await summaryOf(input.id), before };
    }),
    suggest: os.suggest.handler(async ({ input }) => {
      const changes = suggestions(await runs.read(input.run_id), await setViews.get(input.id));
      for (let from = 0; from < changes.length; from += SUGGESTIONS_AT_ONCE) {
        await samples.edit(input.id, changes.slice(from, from + SUGGESTIONS_AT_ONCE));
      }
      return summaryOf(input.id);
    }),
    export: os.export.handler(async ({ input, signal }) => {
      const { set, entries } = await setViews.get(input.id);
      const rows = entries.map(({ sample }) => sample);
      const pieces: BlobPart[] = [];
      for await (const piece of exportSamples(set, rows, input.format, createPacer(signal))) {
        pieces.push(new Uint8Array(piece));
      }
      return new File(pieces, `${fileStem(set)}.${input.format}`, { type: mediaTypes[input.format] });
    }),
    import: importProcedures(os.import, services, summaryOf),
  };
}

/** The store speaks of its changes, and the caller of edits. */
function inTermsOfEdits(error: unknown): unknown {
  if (!(error instanceof Fault) || error.fields.length === 0) return error;
  const fields = error.fields.map((field) => ({
    ...field,
    path: field.path.replace(/^changes(\[\d+\])(\.fields)?/, (_, index, inner) =>
      inner === undefined ? `edits${index}` : `edits${index}.change`,
    ),
  }));
  return new Fault(error.code, error.message, error.next, { fields, cause: error });
}

const mediaTypes = {
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  jevl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
} as const;

/** The set's name as a file name that every system takes. */
function fileStem({ name }: SampleSet): string {
  const stem = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return stem.slice(0, 80) || 'samples';
}

/** Answers windows; the last answer of each view is kept, so that scrolling through it searches nothing anew. */
function windowQuery({ setViews, decisions }: Services) {
  const kept = new WeakMap<
    SetView,
    { key: string; found: readonly ViewEntry[]; misfits: ReadonlyMap<string, string> }
  >();

  async function draftOf({ set }: SetView): Promise<{ draft: DecisionDraft; revision: number } | null> {
    const reference = set.binding.kind === 'bound' ? set.binding.decision : null;
    if (reference === null || !decisions.list().some(({ id }) => id === reference.document_id)) return null;
    return decisions.get(reference.document_id);
  }

  return async (
    { id, offset, limit, ...query }: SampleQuery,
    signal: AbortSignal | undefined,
  ): Promise<{ total: number; rows: SampleRow[] }> => {
    const view = await setViews.get(id);
    const document = await draftOf(view);
    const key = JSON.stringify([query, document?.revision]);
    let answer = kept.get(view);
    if (answer?.key !== key) {
      const misfits = listMisfits(view, document?.draft ?? null);
      answer = { key, misfits, found: await querySamples(view, query, misfits, createPacer(signal)) };
      kept.set(view, answer);
    }
    const { found, misfits } = answer;
    const rows = found.slice(offset, offset + limit).map(({ sample }) => ({
      sample,
      part: view.part(sample.id),
      equal_evidence: [...view.equalEvidence(sample.id)],
      misfit: misfits.get(sample.id) ?? null,
    }));
    return { total: found.length, rows };
  };
}

/** The question of the workspace that an example was written for; null when there is none. */
async function findDecision({ decisions }: Services, question: SampleQuestion): Promise<DecisionReference | null> {
  const key = (one: SampleQuestion) =>
    JSON.stringify([one.question, one.options.map(({ id, description }) => [id, description])]);
  for (const { id } of decisions.list()) {
    const document = await decisions.get(id).catch((error: unknown) => {
      // A document that cannot be read now is none that could be meant.
      if (asFault(error).code === 'UNEXPECTED') throw error;
      return null;
    });
    const found = document?.draft.questions.find((one) => key(one) === key(question));
    if (found !== undefined) return { document_id: id, question_id: found.id };
  }
  return null;
}

/** First choices of a run as suggestions, for the samples that have another one or none. */
function suggestions({ run, rows }: Awaited<ReturnType<Services['runs']['read']>>, view: SetView): SampleChange[] {
  if (run.set_id !== view.set.id) {
    throw invalidRequest([{ path: 'run_id', message: 'This run is over another set.', limit: 'a run over this set' }]);
  }
  const by = run.identity?.configuration_sha256 ?? run.configuration.name;
  const changes: SampleChange[] = [];
  for (const row of rows) {
    const sample = view.find(row.sample)?.sample;
    if (row.status === 'failed' || sample === undefined) continue;
    const options = (run.configuration.question ?? sample.question)?.options ?? [];
    // Ties: the earlier option.
    const confidence = Math.max(...row.probabilities);
    const label = options[row.probabilities.indexOf(confidence)]?.id;
    if (label === undefined) continue;
    changes.push({ do: 'set', id: sample.id, fields: { suggestion: { label, confidence, by } } });
  }
  return changes;
}
