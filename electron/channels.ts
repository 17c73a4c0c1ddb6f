/** Between preload and main process. Nothing else goes over Electron's own IPC. */
export const portRequestChannel = 'workbench:port-request';
export const portChannel = 'workbench:port';
export const droppedFilesChannel = 'workbench:dropped-files';

/** The `type` of the one message from preload to page; it carries the port. The page waits for exactly this. */
export const portMessage = 'decision-workbench:port';

/** More files in one drop are a folder dragged by mistake. */
export const maxDroppedFiles = 20;
