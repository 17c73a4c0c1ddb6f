import { realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { countTokens } from './count-tokens.ts';
import type { Implementer } from './implementer.ts';
import type { Services } from './services.ts';

/** Runs that an info lists: as many as a person looks through. */
const MAX_RUNS = 100;

export function modelProcedures(os: Implementer['models'], services: Services) {
  const { host, library, modelJobs, fitService, engine, settings, decisions, runs, samples } = services;

  /** Runs that were scored with this very file: by its hash where both are known, else by its path. */
  async function runsOf(path: string, sha256: string | null) {
    const names = new Map(samples.list().map(({ id, name }) => [id, name]));
    return (await runs.list())
      .filter(({ run }) => {
        const used = run.identity?.model.sha256 ?? null;
        return used !== null && sha256 !== null ? used === sha256 : run.configuration.model_path === path;
      })
      .slice(0, MAX_RUNS)
      .map(({ run, scored }) => ({
        id: run.id,
        set_name: names.get(run.set_id) ?? 'a sample set that was deleted',
        created_at: run.created_at,
        scored,
      }));
  }

  return {
    list: os.list.handler(async () => {
      const known = await library.known();
      if (known === null) return library.refresh();
      // Shown at once; what is new is told by an event.
      void library.refresh().catch(() => undefined);
      return known;
    }),
    refresh: os.refresh.handler(() => library.refresh()),
    info: os.info.handler(async ({ input }) => {
      const info = await library.info(input.path);
      return { ...info, runs: await runsOf(info.model.path, info.model.sha256) };
    }),
    fit: os.fit.handler(async ({ input }) => {
      const draft = input.document === undefined ? null : (await decisions.get(input.document)).draft;
      const counted = draft === null ? null : await countTokens(engine, draft);
      const tokens = Math.max(input.tokens ?? 0, counted ?? 0);
      return fitService.fit(resolve(input.path), input.engine ?? settings.get().engine, tokens === 0 ? null : tokens);
    }),
    check: os.check.handler(({ input }) => modelJobs.check(resolve(input.path))),
    tryAgain: os.tryAgain.handler(({ input }) => modelJobs.tryAgain(resolve(input.path))),
    hash: os.hash.handler(() => modelJobs.hash()),
    remove: os.remove.handler(async ({ input }) => {
      const loaded = engine.loadedWith()?.path;
      if (loaded !== undefined && (await isSameFile(loaded, input.path))) {
        throw new Fault(
          'CONFLICT',
          `${basename(input.path)} is loaded.`,
          'Unload it, or load another model; then delete it.',
        );
      }
      return library.remove(input.path);
    }),
    add: os.add.handler(({ input }) => library.add(input.path)),
    /** Answers with the whole list, whatever was chosen. */
    pick: os.pick.handler(async () => {
      if (host.pickModelFiles === null) {
        throw new Fault('NOT_FOUND', 'There is no file dialog here.', 'Type or paste the path of the file instead.');
      }
      for (const path of await host.pickModelFiles()) await library.add(path);
      return library.list();
    }),
    forget: os.forget.handler(({ input }) => library.forget(input.path)),
    fetchStarter: os.fetchStarter.handler(() => modelJobs.fetchStarter()),
    makeVariants: os.makeVariants.handler(() => modelJobs.makeVariants()),
  };
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => resolve(path));
  return (await real(one)) === (await real(other));
}
