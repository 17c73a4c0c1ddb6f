import { freemem, totalmem } from 'node:os';
import { HubApiError, listFiles, listModels, modelInfo } from '@huggingface/hub';
import { z } from 'zod';
import { Fault } from '../../../adapter/fault.ts';
import { partOfName } from '../../../adapter/gguf/split-parts.ts';
import {
  commitSchema,
  type FoundRepository,
  type HubModel,
  type HubRepository,
  type WantedFile,
  wantedFileSchema,
} from '../../contract/hub.ts';
import { type Asked, hubUnreachable, refusedByHub } from './explain-hub-error.ts';
import { type HubAccess, mayCarryToken } from './hub-access.ts';
import { judgeSize } from './judge-size.ts';
import { parseRepository } from './place-in-folder.ts';

/** As many repositories as a person looks through; the hub sorts them by downloads. */
const MAX_FOUND = 40;
/** A repository of more files than this is no repository of model files. */
const MAX_FILES = 2000;
/** Of all kinds and folders; a mirror whose pages never end is not read for ever. */
const MAX_ENTRIES = 20_000;

/** What can be asked of the hub before anything is fetched. */
export interface HubClient {
  /** Repositories with GGUF files whose name fits. @throws Fault DOWNLOAD_FAILED */
  search: (query: string, filter: { quantization?: string | undefined }) => Promise<FoundRepository[]>;
  /** @param revision a commit, a branch or a tag; the hub says which commit it is now. @throws Fault DOWNLOAD_FAILED, INVALID_REQUEST */
  repository: (name: string, revision?: string) => Promise<Omit<HubRepository, 'disk_free'>>;
}

/** @param memory bytes of this machine's memory */
export function createHubClient(
  access: HubAccess,
  memory: () => { total: number; free: number } = () => ({ total: totalmem(), free: freemem() }),
): HubClient {
  const credentials = async (): Promise<{ accessToken?: string }> => {
    const token = await access.token();
    return token === null || !mayCarryToken(new URL(access.url)) ? {} : { accessToken: token };
  };
  const common = { hubUrl: access.url, fetch: access.fetch };
  return {
    async search(query, { quantization }) {
      const own = await credentials();
      const asked = { hub: access.url, repository: null, file: null, signedIn: own.accessToken !== undefined };
      return explained(asked, async () => {
        const found: FoundRepository[] = [];
        const models = listModels({
          ...common,
          ...own,
          search: { query, tags: ['gguf'] },
          sort: 'downloads',
          limit: MAX_FOUND,
          additionalFields: ['cardData', 'tags', 'filePaths'],
        });
        for await (const { name, downloads, likes, updatedAt, gated, tags, filePaths } of models) {
          const quantizations = [...new Set(filePaths.flatMap((path) => quantizationOf(path) ?? []))].sort();
          if (quantization !== undefined && !quantizations.includes(quantization.toUpperCase())) continue;
          const about = { downloads, likes, updated_at: updatedAt.toISOString(), licence: licenceOf(tags) };
          found.push({ repository: name, ...about, gated: gated !== false, quantizations });
        }
        return found;
      });
    },
    async repository(given, revision) {
      const name = parseRepository(given);
      const own = await credentials();
      const asked = { hub: access.url, repository: name, file: null, signedIn: own.accessToken !== undefined };
      return explained(asked, async () => {
        const info = await modelInfo({
          ...{ ...common, ...own, name },
          ...(revision === undefined ? {} : { revision }),
          additionalFields: ['sha', 'tags'],
        });
        const commit = commitSchema.parse(info.sha);
        const listed: { path: string; bytes: number; sha256: string | null }[] = [];
        let entries = 0;
        for await (const entry of listFiles({ ...common, ...own, repo: name, revision: commit, recursive: true })) {
          entries += 1;
          if (entries > MAX_ENTRIES) break;
          if (entry.type !== 'file' || !/\.gguf$/i.test(entry.path)) continue;
          listed.push({ path: entry.path, bytes: entry.lfs?.size ?? entry.size, sha256: entry.lfs?.oid ?? null });
          if (listed.length >= MAX_FILES) break;
        }
        return {
          repository: name,
          revision: commit,
          licence: licenceOf(info.tags),
          gated: info.gated !== false,
          page: `${access.url}/${name}`,
          models: groupParts(listed).map((model) => ({ ...model, fit: judgeSize(model.bytes, memory()) })),
        };
      });
    },
  };
}

async function explained<T>(asked: Asked, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (error instanceof HubApiError) {
      const words = error.data?.error ?? error.data?.message;
      throw refusedByHub(error.statusCode, asked, typeof words === 'string' && !/<html/i.test(words) ? words : '');
    }
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      throw new Fault(
        'DOWNLOAD_FAILED',
        `${asked.hub} does not answer as the hub does.`,
        'If a mirror is set with HF_ENDPOINT, check its address, or unset it.',
        { cause: error },
      );
    }
    throw hubUnreachable(error, asked.hub);
  }
}

/** Files without a checksum are left out: they could not be verified. Projectors of images are no models. */
function groupParts(
  listed: readonly { path: string; bytes: number; sha256: string | null }[],
): Omit<HubModel, 'fit'>[] {
  const groups = new Map<string, { part: number; parts: number; file: WantedFile }[]>();
  for (const { path, bytes, sha256 } of listed) {
    const name = path.split('/').at(-1) ?? '';
    if (/^mmproj/i.test(name)) continue;
    const file = wantedFileSchema.safeParse({ file: path, bytes, sha256 });
    if (!file.success) continue;
    const { part, parts } = partOfName(name) ?? { part: 1, parts: 1 };
    const key = parts === 1 ? path : path.replace(/-\d{5}-of-(\d{5}\.gguf)$/i, '-of-$1');
    groups.set(key, [...(groups.get(key) ?? []), { part, parts, file: file.data }]);
  }
  return [...groups.values()]
    .flatMap((group): Omit<HubModel, 'fit'>[] => {
      const files = group.toSorted((a, b) => a.part - b.part).map(({ file }) => file);
      const [first] = files;
      // A part is missing: what is left is no model.
      if (first === undefined || files.length !== group[0]?.parts) return [];
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      return [{ file: first.file, quantization: quantizationOf(first.file), bytes, files }];
    })
    .toSorted((a, b) => a.bytes - b.bytes);
}

/** The kind of quantisation that a file's name gives, as in `Q4_K_M`, `IQ2_XS`, `BF16`; null when it names none. */
export function quantizationOf(path: string): string | null {
  if (!/\.gguf$/i.test(path)) return null;
  const found = /(?:^|[-_./])((?:I?Q\d(?:_[A-Z0-9]+)*|TQ\d_\d|MXFP4|BF16|F16|F32))(?=[-_.]|$)/i.exec(path);
  return found?.[1]?.toUpperCase() ?? null;
}

function licenceOf(tags: readonly string[]): string | null {
  return tags.find((tag) => tag.startsWith('license:'))?.slice('license:'.length) ?? null;
}
