/** Environment variable that the SDKs read for another address of the runtime; the curl snippet reads it too. */
export const RUNTIME_ADDRESS_VARIABLE = 'AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME';

/** Where `InvokeEndpoint` of a region is. */
export function runtimeAddress(region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://runtime.sagemaker.${region}.${suffix}`;
}

/** Seconds that a caller waits for an answer: the platform ends a request after 60. */
export const READ_SECONDS = 70;
/** Seconds within which a busy endpoint is tried again. */
export const BUSY_SECONDS = 30;
