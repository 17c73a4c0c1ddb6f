import type { AnyContractRouter } from '@orpc/contract';
import type { Router } from '@orpc/server';
import type { IpcMain, IpcMainEvent, MessagePortMain } from 'electron';
import type { CallContext } from '../workbench/host.ts';
import { portChannel, portRequestChannel } from './channels.ts';
import { isTrustedSender } from './security.ts';
import { servePort } from './serve-port.ts';

export interface HandOverOptions {
  ipcMain: IpcMain;
  router: Router<AnyContractRouter, CallContext>;
  newChannel: () => { port1: MessagePortMain; port2: MessagePortMain };
  /** Told about a request that did not come from our own page. */
  onRefused: () => void;
  /** Told when a page follows the workbench's events, and when the last one is gone. */
  onListening: (listening: boolean) => void;
}

/**
 * Gives each page that asks for it a port with the contract. A page that was loaded again gets a new one, and the old
 * one is closed with what still runs on it.
 * @returns closes every port that is open
 */
export function handOverPorts({ ipcMain, router, newChannel, onRefused, onListening }: HandOverOptions): () => void {
  const open = new Map<number, () => void>();
  const close = (contents: number): void => {
    open.get(contents)?.();
    if (open.delete(contents) && open.size === 0) onListening(false);
  };
  ipcMain.on(portRequestChannel, (event: IpcMainEvent) => {
    const frame = event.senderFrame;
    if (!isTrustedSender(frame) || frame === null) return onRefused();
    const { id } = event.sender;
    const known = open.has(id);
    close(id);
    const { port1, port2 } = newChannel();
    open.set(
      id,
      servePort(router, port1, () => onListening(true)),
    );
    if (!known) {
      event.sender.once('destroyed', () => close(id));
      event.sender.on('render-process-gone', () => close(id));
    }
    frame.postMessage(portChannel, null, [port2]);
  });
  return () => {
    for (const id of [...open.keys()]) close(id);
  };
}
