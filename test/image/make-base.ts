import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Buildah, baseImage } from './buildah.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const cache = join(root, '.cache/image-base');

/**
 * A stand-in for the official Node image, with its layout: Node and npm under /usr/local, a user `node`, and a slim
 * Debian below, the one that this runs on, so that its Node runs there too. Its files are made once.
 * @returns the image's digest
 */
export async function makeBase(buildah: Buildah): Promise<string> {
  const tar = await makeRootFiles();
  const context = join(buildah.folder, 'base');
  mkdirSync(context, { recursive: true });
  cpSync(tar, join(context, 'rootfs.tar'));
  cpSync(realpathSync(process.execPath), join(context, 'node'));
  cpSync(await npmFolder(), join(context, 'npm'), { recursive: true });
  cpSync(join(import.meta.dirname, 'base.Dockerfile'), join(context, 'Dockerfile'));
  await buildah.run(['bud', '--isolation', 'chroot', '--format', 'docker', '--layers=false', '-t', baseImage, context]);
  rmSync(context, { recursive: true });
  return (await buildah.run(['images', '--format', '{{.Digest}}', baseImage])).trim();
}

async function makeRootFiles(): Promise<string> {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'bookworm';
  const recipe = ['--variant=minbase', '--include=libstdc++6', codename];
  const sources = aptSources();
  const name = createHash('sha256')
    .update(JSON.stringify([recipe, sources.map((path) => readFileSync(path, 'utf8'))]))
    .digest('hex')
    .slice(0, 16);
  const tar = join(cache, `${name}.tar`);
  if (existsSync(tar)) return tar;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache)) rmSync(join(cache, old));
  const temporary = join(cache, `${process.pid}.tar`);
  const exclude = ['doc', 'locale', 'man'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`);
  await run('mmdebstrap', ['--quiet', ...exclude, ...recipe, temporary, ...sources]);
  renameSync(temporary, tar);
  return tar;
}

/** Where this Debian's packages come from, so that a mirror that was set up is used here as well. */
function aptSources(): string[] {
  const more = '/etc/apt/sources.list.d';
  const named = readdirSync(more)
    .filter((name) => /^debian\.(sources|list)$/.test(name))
    .map((name) => join(more, name));
  if (named.length > 0) return named;
  const one = '/etc/apt/sources.list';
  return existsSync(one) && /^deb /m.test(readFileSync(one, 'utf8')) ? [one] : [];
}

async function npmFolder(): Promise<string> {
  const program = process.env.npm_execpath ?? (await run('sh', ['-c', 'command -v npm'])).stdout.trim();
  return dirname(dirname(realpathSync(program)));
}
