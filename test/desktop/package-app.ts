import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Arch, build, type Configuration, Platform } from 'electron-builder';

export const root = join(import.meta.dirname, '../..');
const builderRequire = createRequire(createRequire(import.meta.url).resolve('electron-builder'));

/** What app-builder-lib itself reads and checks its configuration with. */
interface ConfigModule {
  getConfig(projectDir: string, configPath: string, overrides: Configuration | null): Promise<Configuration>;
  validateConfiguration(config: Configuration, debugLogger: object): Promise<void>;
}

const { getConfig, validateConfiguration }: ConfigModule = builderRequire('app-builder-lib/out/util/config/config.js');

/** The configuration of electron-builder.yml as the packager reads it. @throws Error where it breaks the schema */
export async function readPackageConfig(): Promise<Configuration> {
  const config = await getConfig(root, 'electron-builder.yml', null);
  const { DebugLogger }: { DebugLogger: new (enabled: boolean) => object } = builderRequire('builder-util');
  await validateConfiguration(config, new DebugLogger(false));
  return config;
}

/** Nine fuses in Electron's wire, all still as Electron ships them: `1` on, `0` off. */
const shippedFuses = '101100011';

/** A folder that stands in for Electron's: its layout, and a program that is nothing but the wire of its fuses. */
export function makeElectronStandIn(folder: string, sentinel: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '');
  writeFileSync(join(folder, 'version'), '0.0.0');
  writeFileSync(join(folder, 'LICENSE'), '');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '');
  writeFileSync(join(folder, 'chrome-sandbox'), '');
  const wire = Buffer.from([1, shippedFuses.length, ...Buffer.from(shippedFuses)]);
  const program = Buffer.concat([Buffer.alloc(4096), Buffer.from(sentinel), wire, Buffer.alloc(4096)]);
  writeFileSync(join(folder, 'electron'), program, { mode: 0o755 });
}

/** Packages the app for Linux into `output`, unpacked, with the stand-in; needs no network. @returns the app's folder */
export async function packageApp(electronDist: string, output: string): Promise<string> {
  const arch = process.arch === 'arm64' ? Arch.arm64 : Arch.x64;
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', arch),
    publish: 'never',
    config: { extends: join(root, 'electron-builder.yml'), electronDist, directories: { output } },
  });
  return join(output, arch === Arch.x64 ? 'linux-unpacked' : 'linux-arm64-unpacked');
}
