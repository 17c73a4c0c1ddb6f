import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { imageSourceFolder, packImageSource } from '../../workbench/packaging/pack-image-source.ts';
import { adapterImage, type Buildah, baseImage } from './buildah.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Words in the secrets of the build; wherever one is found, a secret was left. */
export const canaries = {
  npmrc: 'canary-of-the-registry-settings',
  certificates: 'canary-of-the-certificates',
} as const;

/**
 * Builds the CPU image from its source as it travels: packed, and unpacked by another program. npm reaches the registry
 * as on this machine, by way of the build's secrets.
 * @param digest of the base
 */
export async function buildAdapter(buildah: Buildah, digest: string): Promise<void> {
  const context = join(buildah.folder, 'context');
  mkdirSync(context);
  const { zip } = await packImageSource(imageSourceFolder(join(root, 'dist')));
  const file = join(buildah.folder, 'source.zip');
  writeFileSync(file, zip);
  await run('python3', ['-m', 'zipfile', '-e', file, context]);

  const npmrc = join(buildah.folder, 'npmrc');
  writeFileSync(npmrc, await npmSettings(), { mode: 0o600 });
  const certificates = join(buildah.folder, 'certificates.pem');
  writeFileSync(certificates, `${canaries.certificates}\n${ownCertificates()}`, { mode: 0o600 });
  await buildah.run([
    ...['bud', '--isolation', 'chroot', '--format', 'docker', '--layers=false', '--pull-never'],
    ...['--file', join(context, 'cpu.Dockerfile')],
    ...['--build-arg', `NODE_IMAGE=${baseImage}`, '--build-arg', `NODE_DIGEST=${digest}`],
    ...['--secret', `id=npmrc,src=${npmrc}`, '--secret', `id=certificates,src=${certificates}`],
    ...['--tag', adapterImage, context],
  ]);
}

/** What npm goes by here. */
async function npmSettings(): Promise<string> {
  const npm = async (key: string) => (await run('npm', ['config', 'get', key], { cwd: root })).stdout.trim();
  const own = await npm('userconfig');
  const settings = existsSync(own) ? readFileSync(own, 'utf8') : '';
  return `${settings}\nregistry=${await npm('registry')}\n//${canaries.npmrc}.invalid/:_authToken=${canaries.npmrc}\n`;
}

/** Certificates of a network that has its own, else none. */
function ownCertificates(): string {
  const path = process.env.NODE_EXTRA_CA_CERTS;
  return path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
}
