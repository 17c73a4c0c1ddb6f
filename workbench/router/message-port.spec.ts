import { MessageChannel } from 'node:worker_threads';
import { createORPCClient, isDefinedError, safe } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { RPCHandler } from '@orpc/server/message-port';
import { expect, it, onTestFinished, vi } from 'vitest';
import { choiceDraft } from '../../test/stand-ins/drafts.ts';
import { collect, openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';
import { queueQuestion } from '../../test/stand-ins/sample-sets.ts';
import type { contract } from '../contract/contract.ts';
import { noChoices } from '../samples/importing/import-choices.ts';

/** The router as the desktop window sees it: over a port, everything serialised. */
async function overPort() {
  const made = await openTestWorkbench();
  const { port1, port2 } = new MessageChannel();
  new RPCHandler(made.workbench.router).upgrade(port1, { context: {} });
  port1.start();
  port2.start();
  onTestFinished(() => port2.close());
  const client: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ port: port2 }));
  return { ...made, client, port: port2 };
}

it('carries documents there and back', async () => {
  const { client } = await overPort();
  const made = await client.decisions.create({ name: 'Größe', draft: choiceDraft('ü\u0000 “x”') });
  expect(await client.decisions.get({ id: made.id })).toEqual(made);
});

it('carries faults as the typed error', async () => {
  const { client } = await overPort();
  const { error } = await safe(client.scoring.score({ ticket: 't', draft: choiceDraft('') }));
  if (!isDefinedError(error)) throw new Error('not the typed error');
  expect(error.data).toMatchObject({ code: 'INVALID_REQUEST', fields: [{ path: 'evidence' }] });
  // @ts-expect-error: what no typed client sends
  const invalid = await safe(client.decisions.get({ id: 7 }));
  expect(isDefinedError(invalid.error) && invalid.error.data).toMatchObject({ fields: [{ path: 'id' }] });
});

it('cancels a score when its call is aborted', async () => {
  const { client, engine } = await overPort();
  await client.engine.load({ path: '/models/a.gguf' });
  await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
  engine.hold = true;
  const abort = new AbortController();
  const call = client.scoring.score({ ticket: 't', draft: choiceDraft('x') }, { signal: abort.signal });
  await vi.waitFor(() => expect(engine.scores).toHaveLength(1));
  abort.abort();
  await expect(call).rejects.toThrow();
  await vi.waitFor(() => expect(engine.scores[0]?.signal?.aborted).toBe(true));
});

it('streams events until the reader stops, and ends the subscription with the port', async () => {
  const { client, workbench, port, engine } = await overPort();
  const events = collect(await client.app.events());
  await vi.waitFor(() => expect(events[0]?.type).toBe('hello'));
  workbench.sendAction('view.dark');
  await vi.waitFor(() => expect(events).toContainEqual({ type: 'action', action: 'view.dark' }));

  const abort = new AbortController();
  const second = await client.app.events(undefined, { signal: abort.signal });
  await second.next();
  const waiting = second.next();
  abort.abort();
  await expect(waiting).rejects.toThrow();
  workbench.sendAction('view.light');
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'action', action: 'view.light' }));

  // A window that goes away cancels what it asked for.
  await client.engine.load({ path: '/models/a.gguf' });
  await vi.waitFor(() => expect(engine.state().status).toBe('ready'));
  engine.hold = true;
  client.scoring.score({ ticket: 't', draft: choiceDraft('x') }).catch(() => undefined);
  await vi.waitFor(() => expect(engine.scores).toHaveLength(1));
  port.close();
  await vi.waitFor(() => expect(engine.scores[0]?.signal?.aborted).toBe(true));
});

it('carries files of samples in and out', async () => {
  const { client } = await overPort();
  const target = { kind: 'bound', decision: null, question: queueQuestion } as const;
  const file = new File(['text,label\nÜbergröße,billing\nTwo,access\n'], 'Fälle.csv');
  const { session, report } = await client.samples.import.open({ file, target });
  expect(report).toMatchObject({ used: 2, labelled: 2, file: { name: 'Fälle.csv' } });
  const commit = { session, choices: noChoices, target, name: 'Cases', decision: null };
  const { set } = await client.samples.import.commit(commit);
  const out = await client.samples.export({ id: set.id, format: 'csv' });
  expect(out.name).toBe('Cases.csv');
  expect(await out.text()).toContain('Übergröße');
});
