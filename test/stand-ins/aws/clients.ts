import { CREDENTIALS, REGION } from './account.ts';

/** Settings of an SDK client that asks the stand-in, without retries of the SDK. */
export function clientSettings(url: string, own: { region?: string; maxAttempts?: number } = {}) {
  // A word to those who install the SDK themselves; ours is pinned.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const credentials = { ...CREDENTIALS };
  return { endpoint: url, region: REGION, credentials, maxAttempts: 1, ...own };
}
