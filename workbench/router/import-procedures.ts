import { Fault } from '../../adapter/fault.ts';
import type { SampleSetSummary } from '../contract/samples.ts';
import { type ImportChoices, type ImportTarget, noChoices } from '../samples/importing/import-choices.ts';
import type { ImportQuestion } from '../samples/importing/import-report.ts';
import { importSamples } from '../samples/importing/import-samples.ts';
import type { ImportSource } from '../samples/importing/open-source.ts';
import { previewImport } from '../samples/importing/preview-import.ts';
import type { Binding } from '../samples/sample-set.ts';
import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function importProcedures(
  os: Implementer['samples']['import'],
  { importSessions, samples, events }: Services,
  summaryOf: (id: string) => Promise<SampleSetSummary>,
) {
  async function describe(
    source: ImportSource,
    target: ImportTarget,
    choices: ImportChoices,
    ticket: string | undefined,
    signal: AbortSignal | undefined,
  ) {
    const run = {
      ...(signal === undefined ? {} : { signal }),
      onProgress: ({ rows }: { rows: number }) => {
        if (ticket !== undefined) events.publish({ type: 'import-progress', ticket, rows });
      },
    };
    const { columns, formats, mapping, binding } = await previewImport(source, choices, signal);
    const { report } = await importSamples(source, target, choices, run);
    return {
      report,
      columns: columns.map(({ name, examples, filled, distinct }) => ({ column: name, examples, filled, distinct })),
      formats: formats.map(({ name, title, why }) => ({ name, title, why })),
      mapping,
      own_binding: binding,
    };
  }

  return {
    open: os.open.handler(async ({ input, signal }) => {
      const { session, source } = await importSessions.open(input.file);
      try {
        return { session, ...(await describe(source, input.target, noChoices, input.ticket, signal)) };
      } catch (error) {
        importSessions.close(session);
        throw error;
      }
    }),
    report: os.report.handler(({ input, signal }) =>
      describe(importSessions.get(input.session), input.target, input.choices, input.ticket, signal),
    ),
    commit: os.commit.handler(async ({ input, signal }) => {
      const { session, target, choices, name, decision } = input;
      const options = signal === undefined ? {} : { signal };
      const { report, samples: rows } = await importSamples(importSessions.get(session), target, choices, options);
      if (!report.ready || report.binding === null) throw openQuestions(report.questions);
      const binding: Binding =
        report.binding.kind === 'bound'
          ? { ...report.binding, decision: decision ?? report.binding.decision }
          : report.binding;
      const share = report.tune_share === null ? {} : { tune_share: report.tune_share };
      const { id } = await samples.create({ name, binding, ...share }, rows, signal);
      importSessions.close(session);
      return summaryOf(id);
    }),
    close: os.close.handler(({ input }) => {
      importSessions.close(input.session);
      return {};
    }),
  };
}

function openQuestions(questions: readonly ImportQuestion[]): Fault {
  const asked = questions.map(({ ask }) => ask);
  const why = asked.length === 0 ? 'no row of the file can be used' : `these are open: ${asked.join(', ')}`;
  return new Fault(
    'INVALID_REQUEST',
    `The file cannot be imported yet, as ${why}.`,
    'Answer what the report asks; nothing was stored.',
    { fields: asked.map((ask) => ({ path: `choices.${ask}`, message: 'This is to be decided.' })) },
  );
}
