import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import type { Configuration } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuses } from '../../electron/security.ts';
import { fitConfiguration } from '../../workbench/configurations/fit-configuration.ts';
import { createFits } from '../../workbench/configurations/fits.ts';
import type { FitRequest } from '../../workbench/contract/configurations.ts';
import { createForkTrial } from '../../workbench/engine/try-model-fork.ts';
import { imageSourceFolder, packImageSource } from '../../workbench/packaging/pack-image-source.ts';
import { madeReading } from '../stand-ins/run-readings.ts';
import { makeElectronStandIn, packageApp, readPackageConfig, root } from './package-app.ts';

/** Where Electron's program says where its fuses are; a constant of Electron's own. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The formats that electron-builder knows; it checks their names only when it makes them. */
const knownTargets = {
  linux: ['AppImage', 'deb', 'rpm', 'tar.gz', 'zip', 'snap', 'flatpak', 'pacman', 'dir'],
  mac: ['dmg', 'zip', 'pkg', 'tar.gz', 'dir'],
  win: ['nsis', 'zip', 'portable', 'msi', 'appx', 'dir'],
} as const;

const folder = mkdtempSync(join(tmpdir(), 'package-'));
let config: Configuration;
let app: string;
let archive: string;
let extracted: string;
let files: string[];

beforeAll(async () => {
  config = await readPackageConfig();
  const standIn = join(folder, 'electron');
  makeElectronStandIn(standIn, fuseSentinel);
  app = await packageApp(standIn, join(folder, 'release'));
  archive = join(app, 'resources', 'app.asar');
  files = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/').replace(/^\//, ''));
  extracted = join(folder, 'extracted');
  extractAll(archive, extracted);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('electron-builder.yml', () => {
  it.each(['linux', 'mac', 'win'] as const)('names formats that exist (%s)', (platform) => {
    const targets = [config[platform]?.target ?? []].flat().map((one) => (typeof one === 'string' ? one : one?.target));
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) expect(knownTargets[platform]).toContain(target);
  });

  it('sets the fuses as they were decided', () => {
    const decided = Object.values(fuses).flatMap(({ key, on }) => (key === null ? [] : [[key, on] as const]));
    expect(config.electronFuses).toEqual(Object.fromEntries(decided));
  });

  it('names files that exist', () => {
    for (const file of [config.icon, config.mac?.entitlements, config.mac?.entitlementsInherit, config.nsis?.license]) {
      expect(existsSync(join(root, String(file))), String(file)).toBe(true);
    }
  });

  it('names the app as the app names itself to Windows', () => {
    const source = readFileSync(join(root, 'electron', 'start-desktop.ts'), 'utf8');
    expect(source).toContain(`setAppUserModelId('${config.appId}')`);
  });

  it('takes no kind of file over', () => {
    expect(config.fileAssociations ?? config.win?.fileAssociations ?? config.linux?.fileAssociations).toBeUndefined();
    for (const one of [config.mac?.fileAssociations ?? []].flat()) expect(one.rank, String(one.ext)).toBe('Alternate');
  });
});

describe('the package', () => {
  it('has the app, its licence and what it runs', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'LICENSE',
        'dist/electron/main.js',
        'dist/electron/preload.cjs',
        'dist/node/fit-worker.js',
        'dist/node/try-model.js',
        'dist/renderer/index.html',
        'electron/icons/icon.png',
        'node_modules/node-llama-cpp/package.json',
        // Read when the engine is imported.
        'node_modules/node-llama-cpp/llama/binariesGithubRelease.json',
      ]),
    );
    const { main, type } = JSON.parse(readFileSync(join(extracted, 'package.json'), 'utf8'));
    expect([main, type]).toEqual(['dist/electron/main.js', 'module']);
  });

  it('has what the container’s images are built from, as a clone has it', async () => {
    const packed = await packImageSource(imageSourceFolder(join(extracted, 'dist')));
    const own = await packImageSource(imageSourceFolder(join(root, 'dist')));
    expect(packed.files).toEqual(own.files);
    expect(packed.sha256).toBe(own.sha256);
  });

  it('has nothing else of ours, and nothing that is bundled', () => {
    const ours = files.filter((path) => !path.startsWith('node_modules') && !path.startsWith('dist'));
    expect(ours.sort()).toEqual(['LICENSE', 'electron', 'electron/icons', 'electron/icons/icon.png', 'package.json']);
    expect(
      files.filter((path) => /\.map$|^dist\/cli|gitRelease\.bundle|@node-llama-cpp\/[^/]*-cuda/.test(path)),
    ).toEqual([]);
    for (const bundled of ['react', '@orpc', '@mantine', 'electron', 'pino', 'vite', 'typescript']) {
      expect(
        files.filter((path) => path.startsWith(`node_modules/${bundled}/`)),
        bundled,
      ).toEqual([]);
    }
  });

  it('keeps native files of this platform alone, outside the archive', () => {
    const native = files.filter((path) => /\.(?:node|so|dll|dylib)(?:\.\d+)*$/.test(path));
    expect(native.length).toBeGreaterThan(3);
    expect(native.some((path) => path.startsWith(`node_modules/@node-llama-cpp/linux-${process.arch}`))).toBe(true);
    for (const path of native) {
      expect(path).toContain(`linux-${process.arch}`);
      expect(statSync(`${archive}.unpacked/${path}`).size, path).toBeGreaterThan(0);
    }
  });

  it('has the fuses as they were decided, read back from its program', async () => {
    const wire = await getCurrentFuseWire(join(app, 'decision-workbench'));
    const read = Object.fromEntries(
      Object.keys(fuses).map((name) => [name, wire[FuseV1Options[name as keyof typeof fuses]]]),
    );
    const decided = Object.entries(fuses).map(([name, { on }]) => [name, on ? FuseState.ENABLE : FuseState.DISABLE]);
    expect(read).toEqual(Object.fromEntries(decided));
  });

  it('tries a model with its own engine, and survives a damaged one', async () => {
    const tryModel = createForkTrial(join(extracted, 'dist', 'node', 'try-model.js'));
    const sound = join(root, 'fixtures', 'models', 'tiny-llama.gguf');
    const { signal } = new AbortController();
    expect(await tryModel(sound, signal)).toEqual({ outcome: 'fine' });
    const damaged = join(folder, 'damaged.gguf');
    copyFileSync(sound, damaged);
    truncateSync(damaged, statSync(sound).size / 2);
    expect((await tryModel(damaged, signal)).outcome).toBe('damaged');
  });

  it('fits in its own thread', async () => {
    const fits = createFits(join(extracted, 'dist', 'node', 'fit-worker.js'));
    const row = { label: 'a', probabilities: [0.9, 0.1] };
    const reading = madeReading(
      ['a', 'b'],
      [
        { ...row, part: 'tune' },
        { ...row, part: 'test' },
      ],
    );
    const rule = { rule: 'confidence', threshold: 0.5 } as const;
    const request: FitRequest = { run_id: reading.run.id, temperature: true, prior: true, rule, fallback: null };
    const now = new Date(0);
    expect(await fits.fit(reading, request, now)).toEqual(fitConfiguration(reading, request, now));
  });

  it('has a main program that needs Electron and the engine alone', () => {
    // Stands in for Electron, and says that another instance is open: the program ends as soon as it has begun.
    const electron = join(extracted, 'node_modules', 'electron');
    mkdirSync(electron);
    writeFileSync(join(electron, 'package.json'), '{"name":"electron","type":"module","exports":"./index.js"}');
    const names =
      'BrowserWindow dialog ipcMain Menu MessageChannelMain nativeTheme powerMonitor protocol screen session utilityProcess';
    writeFileSync(
      join(electron, 'index.js'),
      `export const ${names
        .split(' ')
        .map((name) => `${name} = {}`)
        .join(', ')};
       export const app = {
         getPath: () => ${JSON.stringify(join(folder, 'data'))},
         requestSingleInstanceLock: () => false,
         exit: (code) => console.log('ended with', code),
       };`,
    );
    const said = execFileSync(process.execPath, [join(extracted, 'dist', 'electron', 'main.js')], { encoding: 'utf8' });
    expect(said).toBe('ended with 0\n');
  });
});
