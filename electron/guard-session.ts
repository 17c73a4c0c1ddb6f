import type { Session } from 'electron';
import { isAppRequest } from './app-url.ts';
import { isPermitted } from './security.ts';

/** `net::ERR_FAILED` for a certificate, in the numbers of setCertificateVerifyProc. */
const certificateRefused = -2;

export interface SessionGuardOptions {
  /** Whether the developer tools, which load over a scheme of their own, may work. */
  developer: boolean;
}

/**
 * Takes from the page's session all that the page does not need: requests beyond our own files, permissions, devices,
 * foreign downloads, certificates, the spelling checker with its downloads.
 */
export function guardSession(session: Session, options: SessionGuardOptions): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isPermitted(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermitted(permission, requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setCertificateVerifyProc((_request, callback) => callback(certificateRefused));
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, callback) => {
    const allowed = isAppRequest(details.url) || (options.developer && details.url.startsWith('devtools://'));
    callback({ cancel: !allowed });
  });
  // What the page saves (an exported decision, a picture) it made itself.
  session.on('will-download', (event, item) => {
    if (!isAppRequest(item.getURL())) event.preventDefault();
  });
}
