import { createRouterClient } from '@orpc/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configurationSchema } from '../../adapter/configuration/configuration.ts';
import { writeConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import { failingDisk } from '../../test/stand-ins/failing-disk.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { manualOrigin } from '../../test/stand-ins/manual-origin.ts';
import { collect, openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';
import { type MadeRow, madeReading } from '../../test/stand-ins/run-readings.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { openConfigurations } from '../configurations/configuration-store.ts';
import { createFits } from '../configurations/fits.ts';
import type { RunReading } from '../configurations/run-reader.ts';
import type { FitRequest } from '../contract/configurations.ts';
import { openWorkspace } from '../store/workspace.ts';
import { configurationProcedures } from './configuration-procedures.ts';
import { createImplementer } from './implementer.ts';

const rowsAt = (right: number, wrong: number): MadeRow[] =>
  (['tune', 'test'] as const).flatMap((part) => [
    ...Array.from({ length: right }, (): MadeRow => ({ label: 'a', probabilities: [0.9, 0.1], part })),
    ...Array.from({ length: wrong }, (): MadeRow => ({ label: 'b', probabilities: [0.9, 0.1], part })),
  ]);

/** The procedures beside a client, over one run that can be changed. */
async function openWith(reading: RunReading) {
  const origin = manualOrigin();
  const workspace = await openWorkspace(failingDisk(), temporaryFolder(), 'the test', () => undefined);
  onTestFinished(() => workspace.close());
  const current = { reading };
  const os = createImplementer({ info: () => undefined, error: () => undefined });
  const procedures = configurationProcedures(os.configurations, {
    configurations: await openConfigurations(workspace, origin.now),
    runReader: { read: async () => current.reading },
    fits: createFits(),
    now: origin.now,
  });
  return { current, client: createRouterClient(procedures, { context: {} }) };
}

const reading = madeReading(['a', 'b'], rowsAt(60, 1));
const request: FitRequest = {
  run_id: reading.run.id,
  temperature: true,
  prior: false,
  rule: { rule: 'target', accuracy: 0.9 },
  fallback: 'human',
};

describe('configurations', () => {
  it('are fitted without being stored, saved as fitted, exported, imported and verified', async () => {
    const { current, client } = await openWith(reading);
    const answer = await client.fit(request);
    expect(answer.verdict).toBe('verified');
    expect(await client.list()).toEqual([]);
    const saved = await client.save({ name: 'Tickets', request });
    expect(saved).toMatchObject({ sha256: answer.configuration_sha256, configuration: answer.configuration });
    expect(await client.list()).toEqual([saved]);

    const { file_name, text } = await client.export({ sha256: saved.sha256 });
    expect(file_name).toMatch(/^[0-9a-f]{12}\.configuration\.json$/);
    await client.remove({ sha256: saved.sha256 });
    expect(await client.list()).toEqual([]);
    expect(await client.import({ name: file_name, text })).toEqual(saved);

    const verify = () => client.verify({ sha256: saved.sha256, run_id: reading.run.id });
    expect(await verify()).toMatchObject({ holds: 'holds' });
    current.reading = madeReading(['a', 'b'], rowsAt(1, 60));
    expect(await verify()).toMatchObject({ holds: 'no-longer-holds', figures: { right: 1 } });
  });

  it('without an attainable threshold are not saved, since they would accept everything', async () => {
    const { client } = await openWith(madeReading(['a', 'b'], rowsAt(10, 10)));
    expect(await client.fit(request)).toMatchObject({ verdict: 'not-attainable', threshold: null });
    const fault = await faultOf(client.save({ name: 'x', request }));
    expect(fault).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'request.rule' }] });
    expect(fault.message).toContain('no confidence is shown to reach 0.900');
    expect(await client.list()).toEqual([]);
  });

  it('from a damaged file are refused with the path', async () => {
    const { client } = await openWith(reading);
    const { sha256 } = await client.save({ name: 'Tickets', request });
    const { text } = await client.export({ sha256 });
    const damaged = text.replace(/"temperature": [\d.]+/, '"temperature": -1');
    const fault = await faultOf(client.import({ name: 'lock.json', text: damaged }));
    expect(fault).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('lock.json') });
    expect(fault.fields[0]?.path).toBe('configuration.scoring.temperature');
  });

  it('that are not there are not found', async () => {
    const { client } = await openWith(reading);
    for (const call of [
      client.remove({ sha256: '0'.repeat(64) }),
      client.export({ sha256: '0'.repeat(64) }),
      client.verify({ sha256: '0'.repeat(64), run_id: reading.run.id }),
    ]) {
      expect((await faultOf(call)).code).toBe('NOT_FOUND');
    }
  });
});

it('tells the whole workbench of each change', async () => {
  const { client } = await openTestWorkbench();
  const events = collect(await client.app.events());
  const configuration = configurationSchema.parse(golden.configuration);
  const file = { name: 'Tickets', saved_at: '2026-03-01T08:00:00.000Z', configuration };
  const saved = await client.configurations.import({ name: 'lock.json', text: writeConfigurationFile(file) });
  await expect.poll(() => events).toContainEqual({ type: 'configurations', configurations: [saved] });
});
