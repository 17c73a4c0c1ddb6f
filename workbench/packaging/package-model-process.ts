import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { asFault } from '../../adapter/fault.ts';
import { MANIFEST_FILE } from '../../adapter/server/model-manifest.ts';
import { modelDetail } from './build-details.ts';
import { describeModel } from './describe-model.ts';
import { writeModelArchive } from './write-model-archive.ts';

// What images/build-model.sh runs: package-model.mjs FILE REPOSITORY REVISION archive|prefix FOLDER. The archive, or for
// a prefix the manifest alone, goes into the folder, and the detail to standard output.
const [file = '', repository = '', revision = '', form = '', folder = '.'] = process.argv.slice(2);
try {
  const model = await describeModel(resolve(file), { repository, revision });
  const archive = form === 'archive' ? await writeModelArchive(model, resolve(folder, 'model.tar.gz')) : null;
  if (archive === null) await writeFile(join(folder, MANIFEST_FILE), model.manifestText);
  process.stdout.write(`${JSON.stringify(modelDetail(model, archive), null, 2)}\n`);
} catch (error) {
  const { message, next } = asFault(error);
  process.stderr.write(`${message} ${next}\n`);
  process.exitCode = 1;
}
