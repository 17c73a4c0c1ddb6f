import { fromIni, fromNodeProviderChain } from '@aws-sdk/credential-providers';
import { loadSharedConfigFiles } from '@smithy/shared-ini-file-loader';

/** Who signs the calls. Handed to the SDK alone: no value of it is kept, shown or written down. */
export type CredentialsProvider = ReturnType<typeof fromIni>;

/**
 * A new provider that reads the shared files and the token cache again: the SDK remembers a file that it read once, also
 * one that was not there.
 * @param profile null takes what the environment offers, in the SDK's order
 */
export async function createCredentials(profile: string | null, region: string): Promise<CredentialsProvider> {
  // What is read here takes the place of what the SDK remembers of both files, sessions included.
  await loadSharedConfigFiles({ ignoreCache: true });
  const options = { ignoreCache: true, clientConfig: { region } };
  // A named profile never falls back to the machine's own role: that would be another account.
  return profile === null ? fromNodeProviderChain(options) : fromIni({ ...options, profile });
}
