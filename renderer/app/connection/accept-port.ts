/** What the desktop's preload posts, together with one MessagePort. */
export const PORT_MESSAGE = 'decision-workbench:port';

/**
 * The port that the preload hands over. Exactly one is accepted, and only from this very window, so that no frame
 * or opener can put itself between interface and workbench.
 */
export function acceptPort(window: Window): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent): void => {
      const [port] = event.ports;
      if (event.source !== window || event.origin !== window.location.origin || port === undefined) return;
      const data: unknown = event.data;
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== PORT_MESSAGE) return;
      window.removeEventListener('message', listen);
      port.start();
      resolve(port);
    };
    window.addEventListener('message', listen);
  });
}
