import { loadSharedConfigFiles } from '@smithy/shared-ini-file-loader';
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
