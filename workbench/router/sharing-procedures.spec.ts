import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { collect, openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';
import type { ShareRequest } from '../contract/sharing.ts';

const alone: ShareRequest = { reach: 'this-machine', port: 0, with_key: false, configuration: null };
const decision = {
  id: 'a',
  state: 'The parcel never came.',
  question: 'What is it about?',
  options: [
    { id: 'delivery', description: 'A delivery' },
    { id: 'invoice', description: 'An invoice' },
  ],
};

type Opened = Awaited<ReturnType<typeof openTestWorkbench>>;

async function withModel(): Promise<Opened> {
  const opened = await openTestWorkbench();
  await load(opened);
  return opened;
}

async function load({ client, engine }: Opened, path = '/models/a.gguf') {
  await client.engine.load({ path });
  await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
}

async function share(client: Opened['client'], request: Partial<ShareRequest> = {}) {
  const { state, key } = await client.sharing.start({ ...alone, ...request });
  if (state.status !== 'on') throw new Error('It is not shared');
  const [address = ''] = state.addresses;
  return { state, key, address };
}

function ask(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${address}/invocations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ decision }),
  });
}

describe('sharing the loaded model', () => {
  it('answers other programs until it is stopped, and tells how many', async () => {
    const { client, engine } = await withModel();
    expect(await client.sharing.state()).toEqual({ status: 'off' });
    const events = collect(await client.app.events());
    const { state, key, address } = await share(client);
    expect(key).toBeNull();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(state).toMatchObject({ model: 'fake.gguf', readout: 'texts', available: true, answered: 0, last: null });
    const before = engine.scores.length;

    const answer = await ask(address);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ result: { id: 'a', option_ids: ['delivery', 'invoice'] } });
    expect(engine.scores.length).toBe(before + 1);
    expect((await fetch(`${address}/ping`)).status).toBe(200);
    expect((await ask(address, { 'Content-Type': 'text/plain' })).status).toBe(415);
    const told = { answered: 1, refused: 1, last: { route: '/invocations', status: 415 } };
    expect(await client.sharing.state()).toMatchObject(told);
    await vi.waitFor(() => expect(events.findLast(({ type }) => type === 'sharing')).toMatchObject({ sharing: told }));

    expect(await client.sharing.stop()).toEqual({ status: 'off' });
    await expect(ask(address)).rejects.toThrow();
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'sharing', sharing: { status: 'off' } }));
  });

  it('asks for a key that is told once and kept nowhere', async () => {
    const { client, logged, folder } = await withModel();
    const { state, key, address } = await share(client, { reach: 'network', with_key: true });
    if (key === null) throw new Error('There is no key');
    expect(Buffer.from(key, 'hex').length).toBeGreaterThanOrEqual(24);
    expect(state).toMatchObject({ has_key: true, reach: 'network' });
    expect((await ask(address)).status).toBe(401);
    expect((await ask(address, { Authorization: `Bearer ${key}x` })).status).toBe(401);
    expect((await ask(address, { Authorization: `Bearer ${key}` })).status).toBe(200);

    const stream = await client.app.events();
    const [hello] = collect(stream);
    const said = JSON.stringify([state, await client.sharing.state(), hello, logged]);
    expect(said).not.toContain(key);
    for (const path of filesIn(folder)) expect(readFileSync(path, 'latin1'), path).not.toContain(key);

    await client.sharing.stop();
    expect((await share(client, { with_key: true })).key).not.toBe(key);
  });

  it('is not reached from outside without a key', async () => {
    const { client } = await withModel();
    const fault = await faultOf(client.sharing.start({ ...alone, reach: 'network' }));
    expect(fault).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'with_key' }] });
    expect(await client.sharing.state()).toEqual({ status: 'off' });
  });

  it('says why it cannot be shared', async () => {
    const opened = await openTestWorkbench();
    const { client } = opened;
    expect(await faultOf(client.sharing.start(alone))).toMatchObject({ code: 'NO_MODEL' });
    await load(opened);
    const configuration = 'd'.repeat(64);
    expect(await faultOf(client.sharing.start({ ...alone, configuration }))).toMatchObject({ code: 'NOT_FOUND' });

    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await vi.waitFor(() => expect(other.listening).toBe(true));
    const taken = other.address();
    if (taken === null || typeof taken === 'string') throw new Error('It has no port');
    expect(await faultOf(client.sharing.start({ ...alone, port: taken.port }))).toMatchObject({
      code: 'IO_FAILED',
    });
    expect(await client.sharing.state()).toEqual({ status: 'off' });

    await client.sharing.start(alone);
    expect(await faultOf(client.sharing.start(alone))).toMatchObject({ code: 'CONFLICT' });
  });

  it('tells callers to try again while another model is loaded', async () => {
    const opened = await withModel();
    const { client, engine } = opened;
    const { address } = await share(client);
    await client.engine.unload();
    expect(await client.sharing.state()).toMatchObject({ status: 'on', available: false });
    const refused = await ask(address);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ retryable: true });

    // the same file with another context gives other limits
    const { engine: settings } = await client.settings.get();
    await client.settings.change({ engine: { ...settings, contextTokens: settings.contextTokens / 2 } });
    await load(opened);
    expect((await ask(address)).status).toBe(503);
    await client.settings.change({ engine: settings });
    await vi.waitFor(() => expect(engine.state()).toMatchObject({ report: { contextTokens: settings.contextTokens } }));
    expect((await ask(address)).status).toBe(200);
    expect(await client.sharing.state()).toMatchObject({ available: true, answered: 1, refused: 2 });
  });

  it('scores under the configuration that was chosen', async () => {
    const { client, engine } = await withModel();
    const text = readFileSync(join(import.meta.dirname, '../../fixtures/golden/configuration.json'), 'utf8');
    const { configuration } = JSON.parse(text);
    const file = writeConfigurationFile({ name: 'Tickets', saved_at: '2026-03-01T08:00:00.000Z', configuration });
    const saved = await client.configurations.import({ name: 'Tickets', text: file });
    const { state, address } = await share(client, { configuration: saved.sha256 });
    expect(state.configuration).toEqual({ sha256: saved.sha256, name: 'Tickets' });
    expect((await ask(address)).status).toBe(200);
    expect(engine.scores.at(-1)).toMatchObject({
      configuration: saved.configuration,
      settings: { readout: saved.configuration.scoring.readout, order: saved.configuration.scoring.order },
    });
  });

  it('ends with the application', async () => {
    const { client, close } = await withModel();
    const { address } = await share(client);
    await close();
    await expect(ask(address)).rejects.toThrow();
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
