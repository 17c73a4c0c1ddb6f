import { ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { choiceDraft } from '../../test/stand-ins/drafts.ts';
import { faultOf } from '../../test/stand-ins/fault-of.ts';
import { openTestWorkbench } from '../../test/stand-ins/open-test-workbench.ts';

describe('faults', () => {
  it('says which fields break the schema', async () => {
    const { client } = await openTestWorkbench();
    const draft = choiceDraft('x');
    const broken = { ...draft, questions: draft.questions.map((question) => ({ ...question, kind: 'other' })) };
    // @ts-expect-error: what no typed client sends
    const fault = await faultOf(client.decisions.create({ name: 3, draft: broken }));
    expect(fault.code).toBe('INVALID_REQUEST');
    expect(fault.fields.map((field) => field.path)).toEqual(['name', 'draft.questions[0].kind']);
    expect(fault.message).not.toMatch(/Input validation failed/);
  });

  it('hides the stack of an unknown error, which is in the log', async () => {
    const { client, library, logged } = await openTestWorkbench();
    library.list = () => Promise.reject(new TypeError('x is undefined'));
    const error: unknown = await client.models.list().catch((reason: unknown) => reason);
    expect(await faultOf(Promise.reject(error))).toMatchObject({ code: 'UNEXPECTED' });
    expect(error instanceof ORPCError && JSON.stringify(error.toJSON())).not.toContain('report-faults.spec');
    expect(logged).toMatchObject([
      { details: { procedure: 'models.list', error: { stack: expect.stringContaining('report-faults.spec') } } },
    ]);
  });

  it('passes a fault on whole, and logs none of it', async () => {
    const { client, logged } = await openTestWorkbench();
    const [example] = await client.decisions.list();
    const change = { id: example?.id ?? '', revision: 7, name: 'x', draft: choiceDraft('x') };
    expect(await faultOf(client.decisions.save(change))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Support ticket'),
      next: expect.stringMatching(/./),
      fields: [],
    });
    expect(logged).toEqual([]);
  });

  it('tells a full disk in words', async () => {
    const { client, disk } = await openTestWorkbench();
    disk.fail('write');
    const fault = await faultOf(client.decisions.create({ name: 'x', draft: choiceDraft('x') }));
    expect(fault).toMatchObject({ code: 'IO_FAILED', message: expect.stringContaining('the disk is full') });
  });
});
