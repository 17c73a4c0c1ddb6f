import { writeSync } from 'node:fs';
import type { Sample } from '../../workbench/samples/sample.ts';
import { openSamples } from '../../workbench/samples/store/sample-store.ts';
import { diskFileSystem } from '../../workbench/store/file-system.ts';
import { openWorkspace } from '../../workbench/store/workspace.ts';
import { machineOrigin } from '../../workbench/uuid-v7.ts';

/** One change that the store has acknowledged; a line of this process's output. */
export type Acknowledgement = { set: string; samples: number } | { set: string; id: string; note: string };

// Opens the workspace of its argument, and makes sets and labels their samples until it is killed.
const SAMPLES = 400;

function acknowledge(acknowledgement: Acknowledgement): void {
  writeSync(1, `${JSON.stringify(acknowledgement)}\n`);
}

function sampleOf(id: string): Sample {
  return {
    id,
    // Some are long, so that the kill also falls into the writing of bytes.
    evidence: { format: 'text', text: `about ${id} ${'x'.repeat(Number(id) % 50 === 0 ? 100_000 : 100)}` },
    label: null,
    group: null,
    note: '',
    disputed: false,
    suggestion: null,
    question: null,
    tags: {},
    origin: null,
  };
}

const options = ['a', 'b'].map((id) => ({ id, description: '' }));
const question = { kind: 'choice' as const, question: 'Which?', options };
const workspace = await openWorkspace(diskFileSystem, process.argv[2] ?? '', 'the labelling process', () => undefined);
if (workspace.damaged.length > 0) throw workspace.damaged[0];
const store = await openSamples(workspace, machineOrigin);

for (let round = 0; ; round += 1) {
  const known = store.list()[0];
  if (known === undefined || round % 15 === 14) {
    const samples = Array.from({ length: SAMPLES }, (_, index) => sampleOf(`${index}`));
    const { id } = await store.create({ name: 'Loop', binding: { kind: 'bound', decision: null, question } }, samples);
    acknowledge({ set: id, samples: samples.length });
    continue;
  }
  const id = `${(round * 7) % SAMPLES}`;
  const note = `${Date.now()}-${round}`;
  await store.edit(known.id, [{ do: 'set', id, fields: { note, label: round % 2 === 0 ? 'a' : 'b' } }]);
  acknowledge({ set: known.id, id, note });
  // A step of many changes replaces the whole file.
  if (round % 9 === 8) {
    const { samples } = await store.load(known.id);
    const touched = [...samples.keys()].flatMap((one) =>
      [true, false, true].map((disputed) => ({ do: 'set' as const, id: one, fields: { disputed } })),
    );
    await store.edit(known.id, touched);
  }
}
