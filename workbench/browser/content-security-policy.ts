/** Stands in the built index.html wherever a nonce belongs; each response puts its own in. */
export const noncePlaceholder = '__CSP_NONCE__';

/**
 * The content security policy of the interface, the same in the window and in browser mode: our own files only, styles
 * by nonce (the component library adds style elements at run time), no frames, no forms, no plugins.
 *
 * @param nonce base64, new for every response, so that nobody can guess it
 * @param connect sources that the page may call (`connect-src`), as in `'self'`; empty for none
 */
export function contentSecurityPolicy(nonce: string, connect: readonly string[]): string {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(nonce)) throw new Error('A nonce must be base64: it becomes part of a header.');
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // `data:` icons of the component library, `blob:` the picture of the bars.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The headers that go with every document of the interface, the policy among them. Names in lower case. */
export function documentHeaders(nonce: string, connect: readonly string[]): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce, connect),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // A stored page would come back with an old nonce.
    'cache-control': 'no-store',
  };
}
