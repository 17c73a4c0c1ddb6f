import { describe, expect, it } from 'vitest';
import { choiceDraft } from '../../test/stand-ins/drafts.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';

describe('decisions', () => {
  it('imports, exports and opens examples', async () => {
    const { client } = await openTestWorkbench();
    const text = '{"id":"t","kind":"yes-no","state":{"n":1.0},"question":"Is it?"}';
    const imported = await client.decisions.import({ name: 'Mine', text });
    expect(imported).toMatchObject({ name: 'Mine', revision: 1, draft: { evidence: { format: 'json' } } });
    const exported = await client.decisions.export({ name: imported.name, draft: imported.draft });
    expect(exported.file_name).toBe('mine.json');
    expect(exported.text).toContain('"n": 1.0');
    expect((await client.decisions.examples()).length).toBeGreaterThanOrEqual(12);
    const notes = await client.decisions.createFromExample({ file: 'call-notes.json' });
    expect(notes.draft.questions).toHaveLength(4);
    expect((await client.decisions.list()).length).toBe(3);
  });

  it('imports nothing of a file with a fault', async () => {
    const { client } = await openTestWorkbench();
    const fault = await faultOf(client.decisions.import({ name: 'x', text: '{"decisions":[{"id":""}]}' }));
    expect(fault.code).toBe('INVALID_REQUEST');
    expect(fault.fields.map((field) => field.path)).toContain('decisions[0].id');
    expect(await client.decisions.list()).toHaveLength(1);
  });

  it('keeps versions', async () => {
    const { client } = await openTestWorkbench();
    const { id } = await client.decisions.create({ name: 'x', draft: choiceDraft('x') });
    const kept = await client.decisions.keepVersion({ id, label: 'good' });
    expect(await client.decisions.history({ id })).toEqual([kept]);
  });
});
