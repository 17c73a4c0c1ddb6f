import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Fault } from '../fault.ts';

/** `name-00001-of-00003.gguf`: one part of a split model. */
const SPLIT = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i;

export interface FoundModel {
  /** Absolute path of the GGUF file; of a split model its first part. */
  path: string;
  /** Names of all its files, in the order of their parts. */
  files: readonly string[];
  /** Whether a folder with a tokenizer lies beside it, which nothing reads. */
  hasTokenizerFolder: boolean;
}

/**
 * The one model of a folder. A split model counts as one, and must be complete.
 * @param named absolute path of the file that was named; null for the only one
 * @throws Fault MODEL_MISSING, CONFLICT (several), IO_FAILED
 */
export async function findModel(folder: string, named: string | null): Promise<FoundModel> {
  const at = named === null ? folder : dirname(named);
  const entries = await list(at);
  const files = entries.filter((name) => /\.gguf$/i.test(name)).sort();
  const hasTokenizerFolder = entries.includes('tokenizer');
  const models = new Map<string, string[]>();
  for (const file of files) {
    const split = SPLIT.exec(file);
    const model = split === null ? file : `${split[1]} in ${split[3]} parts`;
    models.set(model, [...(models.get(model) ?? []), file]);
  }
  const chosen =
    named === null ? [...models.values()] : [...models.values()].filter((all) => all.includes(basename(named)));
  const [only, ...others] = chosen;
  if (only === undefined) {
    if (named !== null)
      throw new Fault('MODEL_MISSING', `There is no file ${named}.`, 'Name a GGUF file that is there.');
    const next = 'Put exactly one model there, with its model-manifest.json.';
    throw new Fault('MODEL_MISSING', `There is no GGUF file in ${folder}.`, next);
  }
  if (others.length > 0) {
    throw new Fault(
      'CONFLICT',
      `There are several models in ${folder}: ${[...models.keys()].join(', ')}.`,
      'Leave exactly one, or name it with DECISION_MODEL_FILE.',
    );
  }
  const [first = ''] = only;
  requireAllParts(only, at);
  return { path: join(at, first), files: only, hasTokenizerFolder };
}

/** @throws Fault MODEL_MISSING that names the first missing part */
function requireAllParts(files: readonly string[], folder: string): void {
  const [, name = '', , total = '0'] = SPLIT.exec(files[0] ?? '') ?? [];
  for (let part = 1; part <= Number(total); part += 1) {
    const file = `${name}-${String(part).padStart(5, '0')}-of-${total}.gguf`;
    if (files.includes(file)) continue;
    throw new Fault('MODEL_MISSING', `The part ${file} of the model is missing in ${folder}.`, 'Put all parts there.');
  }
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Fault('MODEL_MISSING', `The model’s folder ${folder} cannot be read: ${why}`, 'Mount the model there.', {
      cause,
    });
  }
}
