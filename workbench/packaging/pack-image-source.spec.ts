import { execFileSync } from 'node:child_process';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { packImageSource } from './pack-image-source.ts';

const files = {
  'main.js': 'import "./a.js";',
  'a.js': 'export {};',
  'package-model.mjs': 'import "./a.js";',
  'package.json': '{}',
  'npm-shrinkwrap.json': '{}',
  'cpu.Dockerfile': 'FROM a',
  'gpu.Dockerfile': 'FROM b',
  'build-image.yml': 'version: 0.2',
  'build-model.yml': 'version: 0.2',
};

function sourceFolder(): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

describe('the image’s source', () => {
  it('is a zip file that other programs read', async () => {
    const folder = sourceFolder();
    writeFileSync(join(folder, 'main.js.map'), '{}');
    const source = await packImageSource(folder);
    expect(source.files).toEqual(Object.keys(files).sort());
    const path = join(temporaryFolder(), 'source.zip');
    writeFileSync(path, source.zip);
    const script =
      'import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps({n: z.read(n).decode() for n in z.namelist()}))';
    expect(JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }))).toEqual(files);
  });

  it('is the same from another folder and at another time', async () => {
    const first = await packImageSource(sourceFolder());
    const folder = sourceFolder();
    for (const name of Object.keys(files)) utimesSync(join(folder, name), 1, 1);
    const second = await packImageSource(folder);
    expect(second.zip.equals(first.zip)).toBe(true);
    expect(second.sha256).toBe(first.sha256);
    // 1 January 1980, 0:00, wherever this runs, and no field beside it that says another time (APPNOTE 4.4.6, 4.4.11)
    expect([first.zip.readUInt16LE(10), first.zip.readUInt16LE(12), first.zip.readUInt16LE(28)]).toEqual([0, 0x21, 0]);
  });

  it('is another one when a name or a byte differs', async () => {
    const first = await packImageSource(sourceFolder());
    const folder = sourceFolder();
    writeFileSync(join(folder, 'a.js'), 'export { };');
    const second = await packImageSource(folder);
    writeFileSync(join(folder, 'a.js'), files['a.js']);
    writeFileSync(join(folder, 'b.js'), '');
    const third = await packImageSource(folder);
    expect(new Set([first.sha256, second.sha256, third.sha256]).size).toBe(3);
  });

  it('is refused when it was not built', async () => {
    const folder = sourceFolder();
    rmSync(join(folder, 'gpu.Dockerfile'));
    await expect(packImageSource(folder)).rejects.toThrow(/lacks gpu\.Dockerfile/);
    await expect(packImageSource(join(folder, 'none'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
