import { readConfigurationFile, writeConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import { Fault } from '../../adapter/fault.ts';
import type { ConfigurationStore } from '../configurations/configuration-store.ts';
import type { Fits } from '../configurations/fits.ts';
import type { RunReader } from '../configurations/run-reader.ts';
import type { FitAnswer, FitRequest } from '../contract/configurations.ts';
import type { Implementer } from './implementer.ts';

/** What these procedures stand on. */
export interface ConfigurationServices {
  configurations: ConfigurationStore;
  runReader: RunReader;
  fits: Fits;
  /** The date of a proof. */
  now: () => Date;
}

export function configurationProcedures(os: Implementer['configurations'], services: ConfigurationServices) {
  const { configurations, runReader, fits } = services;
  return {
    list: os.list.handler(() => configurations.list()),
    fit: os.fit.handler(({ input, signal }) => fitRun(services, input, signal)),
    save: os.save.handler(async ({ input, signal }) => {
      const { configuration, verdict, sentence } = await fitRun(services, input.request, signal);
      // Without a threshold it would accept everything, which is the opposite of what was asked for.
      if (verdict === 'not-attainable') throw notAttainable(sentence);
      return configurations.save(input.name, configuration);
    }),
    remove: os.remove.handler(async ({ input }) => {
      await configurations.remove(input.sha256);
      return {};
    }),
    verify: os.verify.handler(async ({ input, signal }) => {
      const { configuration } = configurations.get(input.sha256);
      return fits.verify(configuration, await runReader.read(input.run_id), signal);
    }),
    export: os.export.handler(({ input }) => {
      const { sha256, ...file } = configurations.get(input.sha256);
      return { file_name: `${sha256.slice(0, 12)}.configuration.json`, text: writeConfigurationFile(file) };
    }),
    import: os.import.handler(({ input }) => {
      const { name, configuration } = readConfigurationFile(input.text, input.name);
      return configurations.save(name, configuration);
    }),
  };
}

async function fitRun(
  { runReader, fits, now }: ConfigurationServices,
  request: FitRequest,
  signal: AbortSignal | undefined,
): Promise<FitAnswer> {
  return fits.fit(await runReader.read(request.run_id), request, now(), signal);
}

function notAttainable(sentence: string): Fault {
  return new Fault(
    'INVALID_REQUEST',
    `There is no threshold to save. ${sentence}`,
    'Choose a lower target, a confidence of your own, or no threshold; or label more samples.',
    { fields: [{ path: 'request.rule', message: 'No threshold reaches it on the tune part.' }] },
  );
}
