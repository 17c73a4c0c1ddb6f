import { parseRequest } from '../../adapter/decision/parse-request.ts';
import { decisionsToDraft } from '../decisions/decisions-to-draft.ts';
import { listExamples, readExample } from '../decisions/examples.ts';
import { writeDecisionFile } from '../decisions/write-decision-file.ts';
import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function decisionProcedures(os: Implementer['decisions'], { decisions }: Services) {
  return {
    list: os.list.handler(() => decisions.list()),
    get: os.get.handler(({ input }) => decisions.get(input.id)),
    create: os.create.handler(({ input }) => decisions.create(input.name, input.draft)),
    save: os.save.handler(({ input }) => decisions.save(input)),
    remove: os.remove.handler(async ({ input }) => {
      await decisions.remove(input.id);
      return {};
    }),
    history: os.history.handler(({ input }) => decisions.history(input.id)),
    keepVersion: os.keepVersion.handler(({ input }) => decisions.keepVersion(input.id, input.label)),
    import: os.import.handler(({ input }) => decisions.create(input.name, decisionsToDraft(parseRequest(input.text)))),
    export: os.export.handler(({ input }) => writeDecisionFile(input.name, input.draft)),
    examples: os.examples.handler(() => listExamples()),
    createFromExample: os.createFromExample.handler(({ input }) => {
      const { name, draft } = readExample(input.file);
      return decisions.create(name, draft);
    }),
  };
}
