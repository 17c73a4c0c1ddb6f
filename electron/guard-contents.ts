import type { App, WebContents } from 'electron';
import { isAppUrl } from './app-url.ts';

/** Refuses, for every page that ever comes to be, to leave our address, to open windows, and to embed other pages. */
export function guardContents(app: App): void {
  app.on('web-contents-created', (_event, contents) => guardOne(contents));
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, callback) => {
    event.preventDefault();
    callback(false);
  });
  app.on('select-client-certificate', (event, _contents, _url, _list, callback) => {
    event.preventDefault();
    callback();
  });
  app.on('login', (event, _contents, _details, _authInfo, callback) => {
    event.preventDefault();
    callback();
  });
}

function guardOne(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => {
    // A frame inside the page has no business here, even at our own address.
    if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, callback) => {
    event.preventDefault();
    callback('');
  });
  // A page that objects to being left would make the app impossible to quit; what it has is saved as it is typed.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
}
