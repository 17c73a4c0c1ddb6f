import { Fault } from '../../adapter/fault.ts';
import { verifyConfiguration } from '../configurations/verify-configuration.ts';
import { readConfiguration } from './read-configuration.ts';
import { findRun, readRun } from './read-run.ts';
import type { Terminal } from './terminal.ts';
import { withWorkbench } from './with-workbench.ts';

/**
 * `verify CONFIGURATION RUN`: judges a saved configuration on a run of its model and settings over newer samples.
 * @returns whether it holds
 * @throws Fault INVALID_REQUEST when the run is about another decision, model file or other settings
 */
export async function verifyCommand(
  terminal: Terminal,
  file: string,
  named: string,
  options: { workspace?: string; json?: true },
): Promise<boolean> {
  const configuration = await readConfiguration(terminal, file);
  return withWorkbench(terminal, options.workspace, async (client) => {
    const reading = await readRun(client, await findRun(client, named));
    try {
      const answer = verifyConfiguration(configuration, reading);
      terminal.out(options.json ? `${JSON.stringify(answer, null, 2)}\n` : `${answer.sentence}\n`);
      return answer.holds === 'holds';
    } catch (error) {
      // A run that does not belong to the configuration is bad input here: nobody else changed anything.
      if (!(error instanceof Fault) || error.code !== 'CONFLICT') throw error;
      throw new Fault('INVALID_REQUEST', error.message, error.next, { fields: error.fields, cause: error });
    }
  });
}
