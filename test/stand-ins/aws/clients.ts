import { CREDENTIALS, REGION } from './account.ts';

/** Settings of an SDK client that asks the stand-in, without retries of the SDK. */
export function clientSettings(url: string, own: { region?: string; maxAttempts?: number } = {}) {
  const credentials = { ...CREDENTIALS };
  return { endpoint: url, region: REGION, credentials, maxAttempts: 1, ...own };
}
