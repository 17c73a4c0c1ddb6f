import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { writeZip, type ZipMember } from '../../test/stand-ins/write-zip.ts';
import { extractMember } from './extract-member.ts';

const content = Buffer.from('option probabilities '.repeat(5000));

async function extract(zip: Buffer, name = 'pack/model.bin', bytes = content.length): Promise<Buffer> {
  const folder = temporaryFolder();
  const path = join(folder, 'a.zip');
  writeFileSync(path, zip);
  const target = join(folder, 'target');
  await extractMember(path, name, target, { bytes, signal: new AbortController().signal });
  return readFileSync(target);
}

const member = (more: Partial<ZipMember> = {}): ZipMember => ({ name: 'pack/model.bin', content, ...more });

it.each([true, false])('reads one of several members, deflated: %s', async (deflate) => {
  const zip = writeZip([{ name: 'a', content: Buffer.from('x') }, member({ deflate }), { name: 'z', content }]);
  expect(await extract(zip)).toEqual(content);
});

it('reads past a comment at the end', async () => {
  expect(await extract(writeZip([member()], 'made by hand'.repeat(1000)))).toEqual(content);
});

it('reads what another program wrote', async () => {
  const python = ['python3', 'python'].find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (python === undefined) return; // no second program to compare with; the format's own writer above remains
  const path = join(temporaryFolder(), 'p.zip');
  const script = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('other', 'x' * 1000)
    z.writestr('pack/model.bin', 'option probabilities ' * 5000)`;
  execFileSync(python, ['-c', script, path]);
  expect(await extract(readFileSync(path))).toEqual(content);
});

it.each([
  ['no zip', Buffer.from('GGUF'.repeat(100)), /no zip/],
  ['empty', Buffer.alloc(0), /no zip/],
  ['cut short', writeZip([member()]).subarray(500), /damaged|too early|no pack/],
  ['without the member', writeZip([{ name: 'other', content }]), /has no pack\/model\.bin/],
  ['another size', writeZip([member({ content: content.subarray(1) })]), /has 104999 bytes/],
  [
    'a false size, too small',
    writeZip([
      member({ content: Buffer.concat([content, content]), deflate: true, claims: { bytes: content.length } }),
    ]),
    /larger/,
  ],
  [
    'a false size, too large',
    writeZip([member({ content: content.subarray(9), deflate: true, claims: { bytes: content.length } })]),
    /ends after/,
  ],
  ['another packing', writeZip([member({ claims: { method: 12 } })]), /another way/],
])('refuses a file that is or has %s', async (_, zip, message) => {
  await expect(extract(zip)).rejects.toThrow(message);
});

it('never writes over a file', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.zip');
  writeFileSync(path, writeZip([member()]));
  writeFileSync(join(folder, 'target'), 'mine');
  const work = extractMember(path, 'pack/model.bin', join(folder, 'target'), {
    bytes: content.length,
    signal: new AbortController().signal,
  });
  await expect(work).rejects.toThrow(/EEXIST/);
  expect(readFileSync(join(folder, 'target'), 'utf8')).toBe('mine');
  expect(existsSync(path)).toBe(true);
});
