import { useEffect } from 'react';
import { useWorkbench } from './connection/use-workbench.tsx';
import { notifyError, notifyFault } from './notify.tsx';

/** Larger files are no decisions; the workbench would refuse them after they were read. */
const LARGEST_DECISION_FILE = 8_000_000;

/**
 * A decision file that is dropped on the page is imported and shown. In the desktop app the host takes dropped files,
 * which it knows by their paths; here a page never learns a path, so a model file needs to be added by hand.
 */
export function useFileDrop(show: (id: string) => void): void {
  const { client } = useWorkbench();
  useEffect(() => {
    // Without this the browser would leave the page and show the file.
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      if (window.location.protocol === 'app:') return;
      for (const file of files) void take(file).catch(notifyError);
    };
    const take = async (file: File): Promise<void> => {
      if (/\.gguf$/i.test(file.name) || file.size > LARGEST_DECISION_FILE) {
        notifyFault({
          code: 'INVALID_REQUEST',
          message: `${file.name} cannot be taken by dropping it on this page: a browser does not tell where a file lies.`,
          next: 'Add a model by its path, under Models.',
          fields: [],
        });
        return;
      }
      const name = file.name.replace(/\.jsonl?$/i, '');
      show((await client.decisions.import({ name, text: await file.text() })).id);
    };
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [client, show]);
}
