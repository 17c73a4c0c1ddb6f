import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { SampleEdit } from '../../../workbench/contract/samples.ts';
import { useWorkbench } from '../../app/connection/use-workbench.tsx';
import { notifyError } from '../../app/notify.tsx';
import { patchRow } from '../rows/row-pages.ts';
import { createEditHistory, type EditHistory, type EditState } from './edit-history.ts';

export interface SetEdits extends Pick<EditHistory, 'apply' | 'undo' | 'redo'> {
  state: EditState;
  /** Whether the set's hash is one that our own edits gave it. */
  isOurs: (sha256: string) => boolean;
}

/**
 * The edits of one set. Changes of a sample are written into the rows on screen at once; rows that come or go, and what
 * failed, need the list anew.
 */
export function useSetEdits(id: string, reload: () => void): SetEdits {
  const { client } = useWorkbench();
  const cache = useQueryClient();
  const [made] = useState(() => {
    const ours = new Set<string>();
    const history = createEditHistory({
      async store(edits) {
        const { before, summary } = await client.samples.edit({ id, edits });
        ours.add(summary.sha256);
        if (edits.some(({ edit }) => edit !== 'change')) reload();
        return before;
      },
      show(edits) {
        for (const edit of edits) showEdit(edit);
      },
      onFailure(error) {
        reload();
        notifyError(error);
      },
    });
    function showEdit(edit: SampleEdit): void {
      if (edit.edit !== 'change') return;
      patchRow(cache, id, edit.id, (row) => ({ ...row, sample: { ...row.sample, ...edit.change } }));
    }
    return { history, isOurs: (sha256: string) => ours.has(sha256) };
  });
  const state = useSyncExternalStore(made.history.subscribe, made.history.state);
  return { apply: made.history.apply, undo: made.history.undo, redo: made.history.redo, isOurs: made.isOurs, state };
}
