import { InvokeEndpointCommand, ModelError } from '@aws-sdk/client-sagemaker-runtime';
import { faultOfAwsError } from './call-aws.ts';
import type { Aws } from './open-aws.ts';

/** What a container behind an endpoint answered. */
export interface InvokedEndpoint {
  /** Of the container: 200, or that of its error. */
  status: number;
  body: Uint8Array;
  /** Null for an error: the runtime does not say then. */
  variant: string | null;
}

// The runtime says so when a container gave no status of its own.
const NO_STATUS = 500;

/**
 * Asks an endpoint once, without a retry: what a second try is worth depends on what was asked.
 * @throws AwsFault for what AWS refuses; an error of the container is an answer
 */
export async function invokeEndpoint(
  aws: Pick<Aws, 'runtime' | 'region' | 'profile'>,
  endpointName: string,
  body: string,
  signal: AbortSignal,
): Promise<InvokedEndpoint> {
  try {
    const command = new InvokeEndpointCommand({
      EndpointName: endpointName,
      ContentType: 'application/json',
      Accept: 'application/json',
      Body: new TextEncoder().encode(body),
    });
    const answer = await aws.runtime().send(command, { abortSignal: signal });
    return { status: 200, body: answer.Body ?? new Uint8Array(), variant: answer.InvokedProductionVariant ?? null };
  } catch (error) {
    if (error instanceof ModelError && !signal.aborted) {
      const { OriginalStatusCode = NO_STATUS, OriginalMessage = '' } = error;
      return { status: OriginalStatusCode, body: new TextEncoder().encode(OriginalMessage), variant: null };
    }
    const { region, profile } = aws;
    throw faultOfAwsError(error, { action: 'sagemaker:InvokeEndpoint', region, profile }, signal);
  }
}
