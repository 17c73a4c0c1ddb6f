/** Stands in the built `index.html` wherever the nonce of this response belongs. */
export const noncePlaceholder = '__CSP_NONCE__';

/**
 * The content security policy of the page, for both hosts. The nonce admits the style elements that the component
 * library adds while it runs; scripts come from our own files alone.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The page with its nonce filled in; a page without the placeholder is returned as it is. */
export function fillNonce(html: string, nonce: string): string {
  return html.replaceAll(noncePlaceholder, nonce);
}

/** Headers of every response of the loopback server, whatever it answers. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};
