import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { Fault } from '../../adapter/fault.ts';
import { ioFault } from '../store/io-fault.ts';

/** The format's first day, in the words of a clock on the wall: the same bytes in every time zone. */
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true, compress: false };

/** What the image is made from without which it cannot be built. */
const needed = [
  'main.js',
  'package-model.mjs',
  'package.json',
  'npm-shrinkwrap.json',
  'cpu.Dockerfile',
  'gpu.Dockerfile',
  'build-image.yml',
  'build-model.yml',
];

export interface ImageSource {
  /** Of names and contents, lower-case hexadecimal: an image whose source has the same hash is the same image. */
  sha256: string;
  /** The build's context as one zip file; two runs give the same bytes. */
  zip: Buffer;
  /** Names inside, in their order; there is no folder. */
  files: readonly string[];
}

/** Where the build puts what the image is made from. @param builtFolder absolute path of the folder with the built parts */
export function imageSourceFolder(builtFolder: string): string {
  return join(builtFolder, 'server');
}

/**
 * Packs the image's source, from a clone or from the packaged app alike.
 * @param folder as from imageSourceFolder
 * @throws Fault NOT_FOUND (it is not built), IO_FAILED
 */
export async function packImageSource(folder: string): Promise<ImageSource> {
  try {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const files = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map(({ name }) => name)
      .sort();
    const missing = needed.filter((name) => !files.includes(name));
    if (missing.length > 0) {
      const what = `The image’s source in ${folder} lacks ${missing.join(', ')}.`;
      throw new Fault('NOT_FOUND', what, 'In a clone: npm run build. In the installed app: install it again.');
    }
    const zip = new ZipFile();
    const hash = createHash('sha256');
    for (const file of files) {
      const content = await readFile(join(folder, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
      zip.addBuffer(content, file, ENTRY);
    }
    zip.end();
    return { sha256: hash.digest('hex'), zip: await buffer(zip.outputStream), files };
  } catch (error) {
    throw ioFault('Packing the image’s source', folder, error);
  }
}
