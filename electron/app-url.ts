/** The interface is served under one address of our own scheme, so that it has an origin and never is a `file:`. */
export const appScheme = 'app';
export const appHost = 'workbench';
export const appAddress = `${appScheme}://${appHost}/`;

/**
 * Whether an address is one of ours. Protocol and host are compared: Node knows no origin for schemes that are not the
 * web's own (`new URL('app://workbench').origin` is the string `null`), so comparing origins would let every such
 * scheme pass.
 */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return (
    url.protocol === `${appScheme}:` &&
    url.host === appHost &&
    url.username === '' &&
    url.password === '' &&
    url.port === ''
  );
}

/**
 * Whether the page may ask for an address: our own files, and what the page made itself (`blob:` of our origin,
 * `data:`). Everything else, the network included, is refused.
 */
export function isAppRequest(address: string): boolean {
  if (address.startsWith('data:')) return true;
  return isAppUrl(address.startsWith('blob:') ? address.slice('blob:'.length) : address);
}
