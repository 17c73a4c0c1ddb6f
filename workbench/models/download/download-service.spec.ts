import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ServedFile, type ServedHub, serveHub } from '../../../test/stand-ins/hub/serve-hub.ts';
import { temporaryFolder } from '../../../test/stand-ins/temporary-folder.ts';
import { createJobRunner } from '../../jobs/job-runner.ts';
import { diskFileSystem } from '../../store/file-system.ts';
import { createDownloads } from './download-service.ts';
import { createDownloadStore } from './download-store.ts';
import { openHubAccess } from './hub-access.ts';
import { createHubClient } from './hub-client.ts';
import { readOrigin } from './model-origin.ts';

const REPOSITORY = 'someone/Tiny-GGUF';
const REVISION = 'c'.repeat(40);
const whole: ServedFile = { path: 'Tiny-Q4_K_M.gguf', bytes: randomBytes(200_000) };
const parts: ServedFile[] = [1, 2].map((part) => ({
  path: `big/Tiny-F16-0000${part}-of-00002.gguf`,
  bytes: randomBytes(110_000),
}));

let hub: ServedHub;
afterEach(() => hub.close());

function openApp(modelsFolder: string) {
  const access = openHubAccess({ HF_ENDPOINT: hub.url }, temporaryFolder());
  const jobs = createJobRunner({ now: () => new Date(), randomBytes }, (error) => {
    throw error;
  });
  const complete: string[] = [];
  const downloads = createDownloads({
    modelsFolder,
    store: createDownloadStore(modelsFolder, diskFileSystem),
    client: createHubClient(access),
    jobs,
    parts: { access, sleep: async () => undefined, silenceMs: 500 },
    now: () => new Date(),
    onComplete: async (path) => void complete.push(path),
  });
  return { jobs, downloads, complete };
}

async function open(files: ServedFile[], gatedFor?: string[]) {
  hub = await serveHub([
    { name: REPOSITORY, revision: REVISION, licence: 'mit', files, ...(gatedFor && { gatedFor }) },
  ]);
  const modelsFolder = temporaryFolder();
  return { modelsFolder, ...openApp(modelsFolder) };
}

const gguf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.gguf'));

describe('downloads', () => {
  it('put a model in place by repository and revision, and leave nothing else behind', async () => {
    const { modelsFolder, jobs, downloads, complete } = await open([whole]);
    const job = downloads.start(REPOSITORY, REVISION, whole.path);
    expect(await jobs.ended(job.id)).toMatchObject({ state: 'done', fault: null });
    const path = join(modelsFolder, 'hub', 'someone', 'Tiny-GGUF', REVISION.slice(0, 12), whole.path);
    expect(readFileSync(path).equals(whole.bytes)).toBe(true);
    expect(complete).toEqual([path]);
    expect(await readOrigin(modelsFolder, path)).toEqual({
      repository: REPOSITORY,
      revision: REVISION,
      sha256: createHash('sha256').update(whole.bytes).digest('hex'),
    });
    expect(readdirSync(join(modelsFolder, '.unfinished'))).toEqual([]);
    expect(await downloads.unfinished()).toEqual([]);
  });

  it('fetch again what was damaged at its place, and nothing of what is sound', async () => {
    const { modelsFolder, jobs, downloads } = await open([whole]);
    const pull = async () => jobs.ended(downloads.start(REPOSITORY, REVISION, whole.path).id);
    expect(await pull()).toMatchObject({ state: 'done' });
    expect(await pull()).toMatchObject({ state: 'done' });
    expect(hub.sent.get(whole.path)).toBe(whole.bytes.length);
    const path = join(modelsFolder, 'hub', 'someone', 'Tiny-GGUF', REVISION.slice(0, 12), whole.path);
    writeFileSync(path, Buffer.alloc(whole.bytes.length));
    expect(await pull()).toMatchObject({ state: 'done' });
    expect(readFileSync(path).equals(whole.bytes)).toBe(true);
  });

  it('bring all parts of a split model, and show it only when it is whole', async () => {
    const [first, second] = parts;
    const { modelsFolder, jobs, downloads } = await open([
      ...(first ? [first] : []),
      ...(second ? [{ ...second, trouble: [{ kind: 'wrong-bytes' as const }] }] : []),
    ]);
    const failed = await jobs.ended(downloads.start(REPOSITORY, REVISION, parts[0]?.path ?? '').id);
    expect(failed).toMatchObject({ state: 'failed', fault: { code: 'DOWNLOAD_FAILED' } });
    expect(gguf(modelsFolder)).toEqual([]);
    const sent = new Map(hub.sent);
    const [left] = await downloads.unfinished();
    expect(left).toMatchObject({ done: 110_000, bytes: 220_000, job: null });
    expect(await jobs.ended((await downloads.resume(left?.id ?? '')).id)).toMatchObject({ state: 'done' });
    expect(gguf(modelsFolder)).toHaveLength(2);
    expect(hub.sent.get(parts[0]?.path ?? '')).toBe(sent.get(parts[0]?.path ?? ''));
  });

  it('are one job for one file, and go on side by side for two', async () => {
    const other = { path: 'Other-Q8_0.gguf', bytes: randomBytes(50_000) };
    const { jobs, downloads } = await open([{ ...whole, rate: 1_000_000 }, other]);
    const one = downloads.start(REPOSITORY, REVISION, whole.path);
    expect(downloads.start(REPOSITORY, REVISION, whole.path).id).toBe(one.id);
    const two = downloads.start(REPOSITORY, REVISION, other.path);
    expect(two.id).not.toBe(one.id);
    expect((await jobs.ended(two.id)).state).toBe('done');
    expect((await jobs.ended(one.id)).state).toBe('done');
  });

  it('keep what came when they are cancelled, go on after a restart, and are deleted only when that is asked', async () => {
    const { modelsFolder, jobs, downloads } = await open([{ ...whole, trouble: [{ kind: 'stall', after: 120_000 }] }]);
    const job = downloads.start(REPOSITORY, REVISION, whole.path);
    await expect.poll(() => jobs.list()[0]?.progress?.done ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
    const [running] = await downloads.unfinished();
    expect(running?.job).toBe(job.id);
    await expect(downloads.discard(running?.id ?? '')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await jobs.cancel(job.id)).state).toBe('cancelled');
    const [left] = await downloads.unfinished();
    expect(left?.done).toBeGreaterThan(0);

    const again = openApp(modelsFolder);
    const [known] = await again.downloads.unfinished();
    expect(known).toMatchObject({ id: left?.id, done: left?.done, wanted: { repository: REPOSITORY } });
    const resumed = await again.downloads.resume(known?.id ?? '');
    expect(await again.jobs.ended(resumed.id)).toMatchObject({ state: 'done' });
    expect(hub.requests.findLast(({ host }) => host === 'storage')?.range).toBe(`bytes=${left?.done}-`);
    expect(gguf(modelsFolder)).toHaveLength(1);

    const more = {
      path: 'More.gguf',
      bytes: randomBytes(80_000),
      trouble: [{ kind: 'stall' as const, after: 40_000 }],
    };
    await hub.close();
    hub = await serveHub([{ name: REPOSITORY, revision: REVISION, files: [more] }]);
    const third = openApp(modelsFolder);
    const begun = third.downloads.start(REPOSITORY, REVISION, more.path);
    await expect.poll(() => third.jobs.list()[0]?.progress?.done ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
    await third.jobs.cancel(begun.id);
    const [unwanted] = await third.downloads.unfinished();
    await third.downloads.discard(unwanted?.id ?? '');
    expect(await third.downloads.unfinished()).toEqual([]);
    expect(existsSync(join(modelsFolder, '.unfinished', unwanted?.id ?? ''))).toBe(false);
  });

  it('refuse a file that the hub gives no checksum for, or that is not there', async () => {
    const { jobs, downloads } = await open([{ ...whole, unlisted: true }]);
    const job = downloads.start(REPOSITORY, REVISION, whole.path);
    expect(await jobs.ended(job.id)).toMatchObject({ state: 'failed', fault: { code: 'NOT_FOUND' } });
  });
});

describe('the hub', () => {
  const client = () => createHubClient(openHubAccess({ HF_ENDPOINT: hub.url }, temporaryFolder()));

  it('lists models with size, quantisation, licence and the commit, parts as one', async () => {
    await open([
      ...parts,
      whole,
      { path: 'README.md', bytes: Buffer.from('hi') },
      { path: 'mmproj-F16.gguf', bytes: whole.bytes },
    ]);
    const listed = await client().repository(`${hub.url}/${REPOSITORY}/`);
    expect(listed).toMatchObject({ repository: REPOSITORY, revision: REVISION, licence: 'mit', gated: false });
    expect(listed.models).toMatchObject([
      { file: whole.path, quantization: 'Q4_K_M', bytes: 200_000 },
      { file: parts[0]?.path, quantization: 'F16', bytes: 220_000, files: [{}, {}] },
    ]);
    const sha256 = createHash('sha256').update(whole.bytes).digest('hex');
    expect(listed.models[0]?.files[0]?.sha256).toBe(sha256);
  });

  it('finds repositories by name and by what their files are called', async () => {
    await open([whole], ['somebody']);
    const found = await client().search('tiny', {});
    expect(found).toMatchObject([{ repository: REPOSITORY, gated: true, licence: 'mit', quantizations: ['Q4_K_M'] }]);
    expect(await client().search('tiny', { quantization: 'q8_0' })).toEqual([]);
    expect(await client().search('nothing of that kind', {})).toEqual([]);
  });

  it('says what is wrong in words: a name, an absence, a hub that is none', async () => {
    await open([whole]);
    await expect(client().repository('no name')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    await expect(client().repository('someone/else')).rejects.toMatchObject({
      message: expect.stringContaining('not on the hub'),
    });
    const nowhere = createHubClient(openHubAccess({ HF_ENDPOINT: 'http://127.0.0.1:9' }, temporaryFolder()));
    await expect(nowhere.search('tiny', {})).rejects.toMatchObject({
      message: expect.stringContaining('could not be reached'),
    });
    expect(() => openHubAccess({ HF_ENDPOINT: 'hub' }, '/')).toThrow('HF_ENDPOINT');
  });
});
