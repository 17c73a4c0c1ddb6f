import { Fault } from '../../adapter/fault.ts';
import type { Deployment } from '../contract/deployments.ts';
import { faultOfData } from '../contract/fault-of-error.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';
import type { WorkbenchClient } from './with-workbench.ts';

const AT_WORK: readonly Deployment['state'][] = ['running', 'undoing'];

/**
 * Begins some work on a deployment and waits until it has ended, with its steps on standard error; on a terminal its log
 * too. Ctrl-C stops at the next safe moment, and what was made stays in the journal.
 * @throws Fault CANCELLED, or why it failed
 */
export async function followDeployment(
  terminal: Terminal,
  client: WorkbenchClient,
  begin: () => Promise<Deployment>,
): Promise<Deployment> {
  const listening = new AbortController();
  const events = await client.app.events(undefined, { signal: listening.signal });
  const first = await begin();
  const { id } = first;
  const told = createTeller(terminal, first);
  let latest = first;
  const cancel = () => void client.deployments.cancel({ id }).catch(() => undefined);
  terminal.signal.addEventListener('abort', cancel, { once: true });
  if (terminal.signal.aborted) cancel();
  try {
    // what ended before anybody listened
    if (!AT_WORK.includes(latest.state)) return await judge(client, id);
    for await (const event of events) {
      if (event.type === 'deployment-log' && event.id === id) {
        for (const { from, text } of event.lines) {
          // an undo has no steps: what it does is told in its own words
          if (from === 'app' ? latest.state === 'undoing' : terminal.errIsTerminal)
            terminal.err(`  ${printable(text)}\n`);
        }
      }
      if (event.type !== 'deployment' || event.deployment.id !== id) continue;
      latest = event.deployment;
      told(latest);
      if (!AT_WORK.includes(latest.state)) break;
    }
  } finally {
    terminal.signal.removeEventListener('abort', cancel);
    listening.abort();
  }
  return judge(client, id);
}

async function judge(client: WorkbenchClient, id: string): Promise<Deployment> {
  const ended = await client.deployments.get({ id });
  if (ended.state === 'paused') {
    const next = `Go on with \`resume ${id}\`, or undo it with \`teardown ${id} --yes\`.`;
    throw new Fault('CANCELLED', 'It was stopped. What was made stays, is listed, and may cost.', next);
  }
  if (ended.fault !== null) throw withWays(ended.fault, ended);
  return ended;
}

/** A deployment's fault, with the ways on. */
function withWays(data: NonNullable<Deployment['fault']>, { id, state }: Deployment): Fault {
  const { code, message, next, fields } = faultOfData(data);
  const again = `\`teardown ${id} --yes\``;
  const ways = state === 'undo-failed' ? `Then ${again} again.` : `Then \`resume ${id}\`; or undo it with ${again}.`;
  return new Fault(code, message, `${next} ${ways}`, { fields });
}

/** Tells each step that begins or ends, and what it has to say meanwhile, once. */
function createTeller(terminal: Terminal, { steps }: Deployment): (deployment: Deployment) => void {
  const told = new Map(steps.map(({ step, state, words }) => [step, { state, words }]));
  for (const { step, state } of steps) if (state === 'running') terminal.err(`${step}\n`);
  return (deployment) => {
    for (const { step, state, words } of deployment.steps) {
      const before = told.get(step);
      if (state !== before?.state && state !== 'waiting')
        terminal.err(`${step}${state === 'running' ? '' : `: ${state}`}\n`);
      if (words !== before?.words && words !== '') terminal.err(`  ${printable(words)}\n`);
      told.set(step, { state, words: words === '' ? (before?.words ?? '') : words });
    }
  };
}
