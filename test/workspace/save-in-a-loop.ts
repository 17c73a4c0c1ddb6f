import { writeSync } from 'node:fs';
import { configurationSchema } from '../../adapter/configuration/configuration.ts';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import { openConfigurations } from '../../workbench/configurations/configuration-store.ts';
import { HISTORY_PAUSE_MS, openDecisions } from '../../workbench/store/decision-store.ts';
import { diskFileSystem } from '../../workbench/store/file-system.ts';
import { openSettings } from '../../workbench/store/settings-store.ts';
import { openWorkspace } from '../../workbench/store/workspace.ts';
import { machineOrigin } from '../../workbench/uuid-v7.ts';
import { choiceDraft } from '../stand-ins/drafts.ts';

/** One change that the store has acknowledged; a line of this process's output. */
export type Acknowledgement =
  | { id: string; revision: number; text: string }
  | { removed: string }
  | { configuration: string; name: string }
  | { max_prompt_tokens: number };

// Opens the workspace of its argument and changes it until it is killed; each change is told once it is acknowledged.
// The clock jumps, so that each change also adds to a history.
let jumped = 0;
const origin = {
  ...machineOrigin,
  now: () => {
    jumped += HISTORY_PAUSE_MS + 1;
    return new Date(Date.now() + jumped);
  },
};

function acknowledge(acknowledgement: Acknowledgement): void {
  writeSync(1, `${JSON.stringify(acknowledgement)}\n`);
}

const workspace = await openWorkspace(diskFileSystem, process.argv[2] ?? '', 'the saving process', () => undefined);
if (workspace.damaged.length > 0) throw workspace.damaged[0];
const settings = await openSettings(workspace, origin.now);
const decisions = await openDecisions(workspace, origin);
const configurations = await openConfigurations(workspace, origin.now);
const configuration = configurationSchema.parse(golden.configuration);
// The process before this one jumped as well: time never runs backwards.
jumped = Math.max(0, Date.parse(decisions.list()[0]?.changed_at ?? '1970-01-01') - Date.now());

for (let round = 1; ; round += 1) {
  const known = decisions.list()[round % 3];
  if (known === undefined) {
    const text = `created in round ${round}`;
    const { id, revision } = await decisions.create('Loop', choiceDraft(text));
    acknowledge({ id, revision, text });
  } else if (round % 11 === 0) {
    await decisions.remove(known.id);
    acknowledge({ removed: known.id });
  } else {
    const before = await decisions.get(known.id);
    // Some are long, so that the kill also falls into the writing of bytes.
    const text = `${before.revision + 1} ${'x'.repeat(round % 5 === 0 ? 400_000 : 10)}`;
    const { id, revision } = await decisions.save({ ...before, name: 'Loop', draft: choiceDraft(text) });
    acknowledge({ id, revision, text: text.slice(0, 20) });
  }
  if (round % 3 === 0) {
    // One that is saved again and again, and new ones.
    const temperature = round % 2 === 0 ? 1 : round;
    const { scoring } = configuration;
    const changed = { ...configuration, scoring: { ...scoring, temperature } };
    const { sha256, name } = await configurations.save(`${origin.now().getTime()} ${'y'.repeat(round % 180)}`, changed);
    acknowledge({ configuration: sha256, name });
  }
  if (round % 4 === 0) {
    await settings.change({ max_prompt_tokens: 64 + round });
    acknowledge({ max_prompt_tokens: 64 + round });
  }
}
