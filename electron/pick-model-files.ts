import type { BrowserWindow, Dialog } from 'electron';

/** Shows the system's dialog for GGUF files, on the window when there is one; empty when nothing was chosen. */
export async function pickModelFiles(dialog: Dialog, window: BrowserWindow | null): Promise<string[]> {
  const options = {
    title: 'Add model files',
    buttonLabel: 'Add',
    filters: [
      { name: 'GGUF models', extensions: ['gguf'] },
      { name: 'All files', extensions: ['*'] },
    ],
    properties: ['openFile', 'multiSelections'],
  } satisfies Electron.OpenDialogOptions;
  const answer = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return answer.canceled ? [] : answer.filePaths;
}
