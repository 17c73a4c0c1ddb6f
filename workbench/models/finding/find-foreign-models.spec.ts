import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commit, foreignFolders } from '../../../test/stand-ins/foreign-folders.ts';
import { smallModel } from '../../../test/stand-ins/small-model.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { openFileIndex } from '../file-index.ts';
import { createModelLibrary } from '../model-library.ts';

function openLibrary(home: string, places: string[] = [], env: Record<string, string> = {}) {
  const modelsFolder = join(temporaryFolder(), 'models');
  return createModelLibrary({
    modelsFolder,
    fileIndex: openFileIndex(modelsFolder),
    surroundings: { env, platform: 'linux', homeFolder: home },
    places: () => places,
    changePlaces: async () => undefined,
  });
}

/** Everything below a folder, with what would change when somebody wrote there. */
function stateOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { mode, size, mtimeMs, ino } = lstatSync(join(folder, name));
      return [name, mode, size, mtimeMs, ino].join(' ');
    });
}

it('finds each model once, with whose it is, and writes nothing there', async () => {
  const home = temporaryFolder();
  const found = foreignFolders(home);
  const before = stateOf(home);
  const models = await openLibrary(home).list();
  const shown = models.map(({ path, owner, name, repository, revision, parts, fault }) => {
    return { path, owner, name, repository, revision, parts, code: fault?.code };
  });
  const plain = { repository: null, revision: null, parts: 1, code: undefined };
  const hub = { ...plain, owner: 'huggingface', repository: 'acme/Tiny-GGUF' };
  expect(shown).toEqual([
    { ...hub, path: join(found.snapshots, commit, 'tiny-Q8_0.gguf'), name: 'tiny-Q8_0.gguf', revision: commit },
    { ...hub, path: found.orphan, name: `acme/Tiny-GGUF (${'f'.repeat(12)}…)` },
    { ...plain, path: found.ollamaBlob, owner: 'ollama', name: 'llama3.2:3b' },
    {
      ...plain,
      path: found.lmStudio,
      owner: 'lm-studio',
      name: "it's a model.gguf",
      repository: 'acme/Großes # Modell',
    },
    { ...plain, path: found.first, owner: 'llama.cpp', name: 'acme_big-00001-of-00002.gguf', parts: 2 },
    { ...plain, path: found.nodeLlamaCpp, owner: 'node-llama-cpp', name: 'hf_acme_модель.gguf' },
  ]);
  expect(models.map(({ header }) => header?.name)).toEqual([
    'from the hub',
    'no snapshot shows it',
    'from Ollama',
    'from LM Studio',
    'in parts',
    'from node',
  ]);
  expect(stateOf(home)).toEqual(before);
});

it('tells every place of a model: both tags of Ollama, both revisions of the hub, links and added folders', async () => {
  const home = temporaryFolder();
  const found = foreignFolders(home);
  const own = join(home, 'my models');
  mkdirSync(own);
  symlinkSync(found.ollamaBlob, join(own, 'llama.gguf'));
  const library = openLibrary(home, [own]);
  const models = await library.list();
  const ollama = models.filter(({ owner }) => owner === 'ollama');
  // Shown at the place that the user added, by the name that its owner gives it.
  expect(ollama).toMatchObject([{ path: join(own, 'llama.gguf'), name: 'llama3.2:3b', origin: 'added' }]);
  expect((await library.info(found.ollamaBlob)).places.map(({ name }) => name)).toEqual([
    'llama.gguf',
    'llama3.2:3b',
    'llama3.2:latest',
  ]);
  expect((await library.info(join(found.snapshots, commit, 'tiny-Q8_0.gguf'))).places).toHaveLength(2);
});

it('goes where the variables of the programs say', async () => {
  const home = temporaryFolder();
  const found = foreignFolders(home);
  const moved = temporaryFolder();
  renameSync(join(home, '.cache', 'huggingface', 'hub'), join(moved, 'hub'));
  renameSync(join(home, '.ollama', 'models'), join(moved, 'ollama'));
  renameSync(join(home, '.cache', 'llama.cpp'), join(moved, 'llama'));
  renameSync(join(home, '.lmstudio', 'models'), join(moved, 'lm'));
  writeFileSync(join(home, '.lmstudio', 'settings.json'), JSON.stringify({ downloadsFolder: join(moved, 'lm') }));
  const owners = async (env: Record<string, string>) =>
    (await openLibrary(home, [], env).list()).map(({ owner }) => owner);
  expect(await owners({})).toEqual(['lm-studio', 'node-llama-cpp']);
  const ollama = { OLLAMA_MODELS: `"${join(moved, 'ollama')}"`, LLAMA_CACHE: join(moved, 'llama') };
  const all = ['huggingface', 'ollama', 'lm-studio', 'llama.cpp', 'node-llama-cpp'];
  const hubs: Record<string, string>[] = [
    { HF_HOME: moved },
    { HF_HUB_CACHE: join(moved, 'hub') },
    { HUGGINGFACE_HUB_CACHE: join(moved, 'hub') },
  ];
  for (const hub of hubs) {
    // Of the hub the model and its orphan; the links of the snapshot lead to where the blobs were.
    expect((await owners({ ...ollama, ...hub })).filter((owner, at, list) => list.indexOf(owner) === at)).toEqual(all);
  }
  expect(found.first).toContain('llama.cpp');
});

it('hashes the parts of a model as one, and remembers it while nothing changes', async () => {
  const home = temporaryFolder();
  const { first } = foreignFolders(home);
  const library = openLibrary(home);
  const run = { signal: new AbortController().signal, onProgress: () => undefined, checkpoint: async () => undefined };
  await library.hash(run);
  const models = (await library.known()) ?? [];
  const parts = [first, first.replace('00001-of', '00002-of')].map((path) => readFileSync(path));
  const hashes = parts.map((bytes) => `${createHash('sha256').update(bytes).digest('hex')}\n`);
  expect(models.find(({ path }) => path === first)).toMatchObject({
    bytes: parts.reduce((sum, { length }) => sum + length, 0),
    sha256: createHash('sha256').update(hashes.join('')).digest('hex'),
  });
  expect(models.map(({ sha256 }) => sha256)).not.toContain(null);
  writeFileSync(first, smallModel('another'));
  expect((await library.refresh()).find(({ path }) => path === first)?.sha256).toBeNull();
});

it('says which part is missing, and what is no model by itself', async () => {
  const home = temporaryFolder();
  const split = join(home, 'a-00001-of-00003.gguf');
  writeFileSync(split, smallModel('first'));
  const projector = join(home, 'vision.gguf');
  writeFileSync(projector, smallModel('p', { 'general.architecture': { type: 'string', value: 'clip' } }));
  expect(await openLibrary(home, [home]).list()).toMatchObject([
    { path: split, fault: { code: 'MODEL_MISSING', message: expect.stringContaining('a-00002-of-00003.gguf') } },
    { path: projector, fault: { code: 'MODEL_UNSUPPORTED' } },
  ]);
});

it.runIf(process.geteuid?.() === 0)(
  'shows a file that it may not read, and goes past a folder that it may not',
  async () => {
    const home = temporaryFolder();
    const open = join(home, 'open');
    mkdirSync(join(open, 'closed'), { recursive: true, mode: 0o755 });
    writeFileSync(join(open, 'a.gguf'), smallModel('a'));
    writeFileSync(join(open, 'secret.gguf'), smallModel('secret'), { mode: 0o600 });
    writeFileSync(join(open, 'closed', 'b.gguf'), smallModel('b'));
    chmodSync(home, 0o755);
    chmodSync(join(open, 'closed'), 0o700);
    const library = openLibrary(home, [open]);
    const nobody = 65_534;
    process.seteuid?.(nobody);
    try {
      expect(await library.list()).toMatchObject([
        { file: 'a.gguf', fault: null },
        { file: 'secret.gguf', fault: { code: 'MODEL_UNREADABLE', message: expect.stringContaining('may not read') } },
      ]);
    } finally {
      process.seteuid?.(0);
    }
  },
);

/** A look at 2,000 known files may take a second; the bench holds that, here a busy machine must not matter. */
const LOOSE_LOOK_MS = 10 * 1000;

it('finds two thousand files once each, and shows them at the next start before it looks', async () => {
  const home = temporaryFolder();
  const count = 2_000;
  for (let index = 0; index < count; index += 1) {
    const folder = join(home, `folder ${index % 40} #`);
    if (index < 40) mkdirSync(folder);
    writeFileSync(join(folder, `modèle ${index}.gguf`), smallModel(`model ${index}`));
  }
  const modelsFolder = join(temporaryFolder(), 'models');
  const open = () =>
    createModelLibrary({
      modelsFolder,
      fileIndex: openFileIndex(modelsFolder),
      places: () => [home],
      changePlaces: async () => undefined,
    });
  const first = await open().refresh();
  expect(new Set(first.map(({ header }) => header?.name)).size).toBe(count);
  const later = open();
  expect(await later.known()).toEqual(first);
  const began = performance.now();
  expect(await later.list()).toHaveLength(count);
  expect(performance.now() - began).toBeLessThan(LOOSE_LOOK_MS);
}, 60_000);
