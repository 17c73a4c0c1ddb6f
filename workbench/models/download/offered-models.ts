import { z } from 'zod';
import { commitSchema, type OfferedModel, repositorySchema, wantedFileSchema } from '../../contract/hub.ts';
import table from './offered-models.json' with { type: 'json' };

/** One row of the table; `pinned` is filled by `scripts/pin-offered-models.mjs` from the hub. */
const rowSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  repository: repositorySchema,
  file: wantedFileSchema.shape.file,
  accuracy: z.number().min(0).max(1),
  pinned: wantedFileSchema.omit({ file: true }).extend({ revision: commitSchema }).nullable(),
});

const TASKS = 231;
const SOURCE = `the ${TASKS} public tasks of JevBench (published figure)`;

/** What the product offers by name. A row that nobody has pinned yet is not offered. */
export const offeredModels: readonly Omit<OfferedModel, 'path'>[] = z
  .array(rowSchema)
  .parse(table)
  .flatMap(({ id, title, about, repository, file, accuracy, pinned }) => {
    if (pinned === null) return [];
    const { revision, bytes, sha256 } = pinned;
    const wanted = { repository, revision, files: [{ file, bytes, sha256 }] };
    return [{ id, title, about, bytes, wanted, figure: { accuracy, tasks: TASKS, source: SOURCE } }];
  });
