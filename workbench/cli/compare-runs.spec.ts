import { describe, expect, it, vi } from 'vitest';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';
import { additions, manySamples, queueQuestion, runConfiguration } from '../../test/stand-ins/sample-sets.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import type { RunConfiguration } from '../contract/runs.ts';
import type { SampleEdit } from '../contract/samples.ts';
import { runCli } from './run-cli.ts';

/** A workspace with a run of `first`, then edits, then a run of `second`; and `compare` over it. */
async function compared(first: RunConfiguration, edits: SampleEdit[], second: RunConfiguration) {
  const folder = temporaryFolder();
  const { client, close } = await openTestWorkbench({ folder });
  const { set } = await client.samples.create({
    name: 'Tickets',
    binding: { kind: 'bound', decision: null, question: queueQuestion },
  });
  await client.samples.edit({ id: set.id, edits: additions(manySamples(40)) });
  const score = async (configuration: RunConfiguration) => {
    const [started] = await client.runs.start({ set_id: set.id, part: 'all', configurations: [configuration] });
    await vi.waitFor(async () => {
      const found = (await client.runs.list()).find(({ run }) => run.id === started?.run.id);
      expect(found).toMatchObject({ job: null, run: { state: 'done' } });
    });
  };
  await score(first);
  if (edits.length > 0) await client.samples.edit({ id: set.id, edits });
  await score(second);
  await close();
  const terminal = fakeTerminal(folder);
  const code = await runCli(['compare', '--set', 'Tickets', '--workspace', 'workspace', '--json'], terminal);
  return { code, ...terminal.written };
}

const rewrite = (id: string): SampleEdit => ({
  edit: 'change',
  id,
  change: { evidence: { format: 'text', text: `Something else about ${id}.` } },
});

describe('compare, on runs', () => {
  it('refuses runs that read different evidence, with where and how many', async () => {
    const labelled = manySamples(40).filter(({ label }) => label !== null);
    const changed = labelled.slice(0, 23).map(({ id }) => id);
    const { code, out, err } = await compared(
      runConfiguration('/a.gguf', { name: 'before' }),
      changed.map(rewrite),
      runConfiguration('/a.gguf', { name: 'after' }),
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('they differ in the evidence of 23 samples');
    expect(err).toContain(`evidence: ${changed.slice(0, 20).join(', ')} and 3 more`);
  });

  it('compares runs that differ in wording, order and file, and lists these, though labels changed since', async () => {
    const question = { ...queueQuestion, question: 'Where to?', options: queueQuestion.options.toReversed() };
    const { code, out, err } = await compared(
      runConfiguration('/a.gguf', { name: 'before' }),
      [{ edit: 'change', id: 's-0', change: { label: 'sales', note: 'looked at' } }],
      runConfiguration('/b.gguf', { name: 'after', question }),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [, candidate] = JSON.parse(out).configurations;
    const what = candidate.differences.map((difference: { what: string }) => difference.what);
    expect(what).toEqual(expect.arrayContaining(['question', 'options']));
    expect(JSON.parse(out).left_out).toEqual([]);
  });
});
