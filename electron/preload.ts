import { ipcRenderer, webUtils } from 'electron';
import { canOpen } from './can-open.ts';
import { droppedFilesChannel, maxDroppedFiles, portChannel, portMessage, portRequestChannel } from './channels.ts';

// Hands the contract's port on to the page and tells the main process which files were dropped. The page itself gets
// the port and nothing else: no function, no path. (A port cannot cross contextBridge, so it goes by message.)

ipcRenderer.once(portChannel, (event) => {
  window.postMessage({ type: portMessage }, window.location.origin, [...event.ports]);
});
// The page's scripts are modules: by now they have run, and listen.
window.addEventListener('DOMContentLoaded', () => ipcRenderer.send(portRequestChannel), { once: true });

// In the capturing phase, before the page: files that the app opens never reach it, others are the page's.
window.addEventListener(
  'dragover',
  (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  },
  true,
);
window.addEventListener(
  'drop',
  (event) => {
    const files = [...(event.dataTransfer?.files ?? [])].filter((file) => canOpen(file.name));
    if (files.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    ipcRenderer.send(droppedFilesChannel, paths.slice(0, maxDroppedFiles));
  },
  true,
);
