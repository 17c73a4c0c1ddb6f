import { Fault } from '../../adapter/fault.ts';
import { freeSpace } from '../models/download/free-space.ts';
import { offeredModels } from '../models/download/offered-models.ts';
import { finalPath } from '../models/download/place-in-folder.ts';
import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

export function hubProcedures(os: Implementer['hub'], { host, hub, downloads, library }: Services) {
  return {
    search: os.search.handler(({ input: { query, quantization } }) =>
      hub().search(query, quantization === undefined ? {} : { quantization }),
    ),
    repository: os.repository.handler(async ({ input: { repository, revision } }) => {
      const free = await freeSpace(host.modelsFolder);
      const found = await hub().repository(repository, revision);
      return { ...found, disk_free: Number.isFinite(free) ? free : null };
    }),
    offered: os.offered.handler(async () => {
      const here = new Set((await library.list()).map(({ path }) => path));
      return offeredModels.map((model) => {
        const path = finalPath(host.modelsFolder, model.wanted, model.wanted.files[0]?.file ?? '');
        return { ...model, path: here.has(path) ? path : null };
      });
    }),
    pull: os.pull.handler(({ input: { repository, revision, file } }) => downloads().start(repository, revision, file)),
    pullOffered: os.pullOffered.handler(({ input: { id } }) => {
      const offered = offeredModels.find((model) => model.id === id);
      if (offered === undefined) {
        throw new Fault('NOT_FOUND', `There is no model “${id}” in the list.`, 'Look at the list of offered models.');
      }
      return downloads().startPinned(offered.wanted);
    }),
    unfinished: os.unfinished.handler(() => downloads().unfinished()),
    resume: os.resume.handler(({ input: { id } }) => downloads().resume(id)),
    discard: os.discard.handler(async ({ input: { id } }) => {
      await downloads().discard(id);
      return downloads().unfinished();
    }),
  };
}
