import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { machineClock } from './clock.ts';
import { createCredentials } from './credentials.ts';
import { identify } from './identify.ts';
import { openAws } from './open-aws.ts';
import { listProfiles, signInCommand } from './profiles.ts';

let home = '';
beforeEach(() => {
  home = temporaryFolder();
  mkdirSync(join(home, '.aws'));
  vi.stubEnv('HOME', home);
  vi.stubEnv('AWS_CONFIG_FILE', join(home, '.aws', 'config'));
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(home, '.aws', 'credentials'));
  for (const name of ['AWS_PROFILE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']) {
    vi.stubEnv(name, undefined);
  }
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
});
const write = (file: 'config' | 'credentials', text: string) => writeFileSync(join(home, '.aws', file), text);

describe('profiles', () => {
  it('that are not there are said to be missing, with those that there are', async () => {
    const open = () => openAws({ region: 'us-east-1', profile: 'wrok', environment: {} });
    await expect(open()).rejects.toMatchObject({ code: 'NOT_FOUND', next: expect.stringContaining('none at all') });
    write('config', '[profile work]\nregion = us-east-1\n');
    await expect(open()).rejects.toMatchObject({ code: 'NOT_FOUND', next: expect.stringContaining('(work)') });
  });

  it('lists those of both files by name, and how each signs in', async () => {
    write(
      'config',
      `[default]
region = eu-west-1
[profile work]
sso_session = company
sso_account_id = 123456789012
sso_role_name = builder
region = us-east-1
[sso-session company]
sso_start_url = https://company.example/start
sso_region = us-east-1
[profile other]
role_arn = arn:aws:iam::123456789012:role/other
source_profile = default
[profile tool]
credential_process = /usr/bin/tool
`,
    );
    write('credentials', '[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\naws_secret_access_key = hidden\n');
    const profiles = await listProfiles();
    expect(profiles).toEqual([
      { name: 'default', region: 'eu-west-1', kind: 'keys', sign_in: null },
      { name: 'other', region: null, kind: 'role', sign_in: null },
      { name: 'tool', region: null, kind: 'process', sign_in: null },
      { name: 'work', region: 'us-east-1', kind: 'sso', sign_in: 'aws sso login --profile work' },
    ]);
    expect(JSON.stringify(profiles)).not.toMatch(/hidden|AKIA/);
  });

  it('quotes a name that a shell would take apart', () => {
    expect(signInCommand('my work')).toBe('aws sso login --profile "my work"');
  });

  it('without any file there are none', async () => {
    expect(await listProfiles()).toEqual([]);
  });
});

describe('a new check after a sign-in', () => {
  it('reads the files again: keys that were written meanwhile are found', async () => {
    await expect((await createCredentials('late', 'us-east-1'))()).rejects.toThrow();
    write('credentials', '[late]\naws_access_key_id = AKIALATE\naws_secret_access_key = s1\n');
    expect(await (await createCredentials('late', 'us-east-1'))()).toMatchObject({ accessKeyId: 'AKIALATE' });
    write('credentials', '[late]\naws_access_key_id = AKIALATER\naws_secret_access_key = s2\n');
    expect(await (await createCredentials('late', 'us-east-1'))()).toMatchObject({ accessKeyId: 'AKIALATER' });
  });

  it('a named profile without keys never takes those of the environment', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENVIRONMENT');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    write('config', '[profile empty]\nregion = us-east-1\n');
    await expect((await createCredentials('empty', 'us-east-1'))()).rejects.toThrow();
    expect(await (await createCredentials(null, 'us-east-1'))()).toMatchObject({ accessKeyId: 'AKIAENVIRONMENT' });
  });

  it('reads the token cache again: an SSO session that was renewed meanwhile signs in', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const sent = `${request.url} ${request.headers['x-amz-sso_bearer_token'] ?? ''}`;
      asked.push(sent);
      const expiration = Date.now() + 3_600_000;
      const roleCredentials = { accessKeyId: 'ASIASSO', secretAccessKey: 's', sessionToken: 't', expiration };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ roleCredentials }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
    const start = 'https://company.example/start';
    write(
      'config',
      `[profile work]\nsso_start_url = ${start}\nsso_region = us-east-1\nsso_account_id = 123456789012\nsso_role_name = builder\n`,
    );
    const cache = join(home, '.aws', 'sso', 'cache');
    mkdirSync(cache, { recursive: true });
    const token = (accessToken: string, expiresAt: Date) =>
      writeFileSync(
        join(cache, `${createHash('sha1').update(start).digest('hex')}.json`),
        JSON.stringify({ startUrl: start, region: 'us-east-1', accessToken, expiresAt: expiresAt.toISOString() }),
      );
    token('old', new Date(Date.now() - 60_000));
    const place = { region: 'us-east-1', profile: 'work', environment: {}, clock: machineClock };
    const aws = await openAws(place);
    const identified = identify(aws, new AbortController().signal);
    await expect(identified).rejects.toMatchObject({
      code: 'SIGNED_OUT',
      fields: [{ path: 'command', message: 'aws sso login --profile work' }],
    });
    aws.close();
    expect(asked).toEqual([]);
    token('new', new Date(Date.now() + 3_600_000));
    const again = await openAws(place);
    onTestFinished(() => again.close());
    expect(await again.sts().config.credentials()).toMatchObject({ accessKeyId: 'ASIASSO' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/ new$/);
  });
});
