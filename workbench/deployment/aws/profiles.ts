import { loadSharedConfigFiles } from '@smithy/shared-ini-file-loader';
import { Fault } from '../../../adapter/fault.ts';
import type { AwsProfile } from '../../contract/deployments.ts';

/** The profiles of `~/.aws/config` and `~/.aws/credentials`, by name; read from disk each time. */
export async function listProfiles(): Promise<AwsProfile[]> {
  const { configFile, credentialsFile } = await loadSharedConfigFiles({ ignoreCache: true });
  const names = new Set([
    ...Object.keys(configFile).filter((name) => !isSection(name)),
    ...Object.keys(credentialsFile),
  ]);
  return [...names].sort().map((name) => {
    const entry = { ...configFile[name], ...credentialsFile[name] };
    const kind = kindOf(entry);
    return {
      name,
      region: entry.region ?? null,
      kind,
      sign_in: kind === 'sso' ? signInCommand(name) : null,
    };
  });
}

/** @throws Fault NOT_FOUND with those that there are, when neither file has the profile */
export async function requireProfile(profile: string): Promise<void> {
  const names = (await listProfiles()).map(({ name }) => name);
  if (names.includes(profile)) return;
  throw new Fault(
    'NOT_FOUND',
    `There is no AWS profile “${profile}” on this machine.`,
    names.length === 0
      ? 'There are none at all: make one with aws configure sso, or with aws configure for keys.'
      : `Take one that there is (${names.join(', ')}), or make it with aws configure sso --profile ${profile}.`,
    { fields: [{ path: 'profile', message: 'It is neither in ~/.aws/config nor in ~/.aws/credentials.' }] },
  );
}

/** The exact command that signs a profile in. */
export function signInCommand(profile: string | null): string {
  if (profile === null) return 'aws sso login';
  return `aws sso login --profile ${/^[\w.@-]+$/.test(profile) ? profile : `"${profile}"`}`;
}

// Other sections than profiles keep their kind before a dot, as in `sso-session.work`.
function isSection(name: string): boolean {
  return /^(sso-session|services)\./.test(name);
}

function kindOf(entry: Record<string, string | undefined>): AwsProfile['kind'] {
  const has = (name: string) => entry[name] !== undefined;
  if (has('role_arn')) return 'role';
  if (has('sso_session') || has('sso_start_url') || has('sso_account_id')) return 'sso';
  if (has('aws_access_key_id')) return 'keys';
  return has('credential_process') ? 'process' : 'other';
}
