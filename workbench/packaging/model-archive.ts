import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { Fault } from '../../adapter/fault.ts';
import { MANIFEST_FILE } from '../../adapter/server/model-manifest.ts';
import { ioFault } from '../store/io-fault.ts';
import type { PackagedFile, PackagedModel, PackagingRun } from './describe-model.ts';
import { storedGzip, storedGzipBytes } from './stored-gzip.ts';

/** Read at once. Hashing it takes about a millisecond, in which the event loop waits. */
const CHUNK_BYTES = 1024 * 1024;
const TAR_BLOCK = 512;
/** Two empty blocks end an archive. */
const TAR_END = 2 * TAR_BLOCK;

/** Bytes of the model's archive, known before anything is read. */
export function modelArchiveBytes(model: PackagedModel): number {
  const sizes = [Buffer.byteLength(model.manifestText), ...model.files.map(({ bytes }) => bytes)];
  const padded = sizes.map((size) => TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK);
  return storedGzipBytes(padded.reduce((sum, size) => sum + size, TAR_END));
}

/**
 * The pieces of `model.tar.gz`: the manifest, then the GGUF files in their order. Two runs give the same bytes, on
 * any machine. Each file is held against the hash that the manifest says while it is read.
 * @throws Fault MODEL_UNREADABLE (the file is not what the manifest says any more), IO_FAILED, CANCELLED
 */
export async function* modelArchive(model: PackagedModel, run: PackagingRun = {}): AsyncGenerator<Buffer> {
  const archive = pack();
  const bytesTotal = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let bytesDone = 0;
  const filling = fill().catch((error: unknown) => {
    const fault = archiveFault(error, run.signal);
    archive.destroy(fault);
    return fault;
  });
  try {
    yield* storedGzip(piecesOf(archive));
    const fault = await filling;
    if (fault instanceof Fault) throw fault;
  } catch (error) {
    throw archiveFault(error, run.signal);
  } finally {
    // whoever stops listening stops the reading too
    archive.destroy();
    await filling;
  }

  async function fill(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      archive.entry(header(MANIFEST_FILE, Buffer.byteLength(model.manifestText)), model.manifestText, (error) =>
        error ? reject(error) : resolve(),
      );
    });
    for (const file of model.files) {
      const entry = archive.entry(header(file.name, file.bytes));
      const source = createReadStream(file.path, { highWaterMark: CHUNK_BYTES });
      await pipeline(source, checked(file), entry, run.signal === undefined ? {} : { signal: run.signal });
    }
    archive.finalize();
  }

  function checked(file: PackagedFile) {
    return async function* (pieces: AsyncIterable<Buffer>) {
      const hash = createHash('sha256');
      for await (const piece of pieces) {
        hash.update(piece);
        bytesDone += piece.length;
        run.onProgress?.({ bytesDone, bytesTotal });
        yield piece;
      }
      if (hash.digest('hex') === file.sha256) return;
      throw new Fault(
        'MODEL_UNREADABLE',
        `${file.path} is not the file any more that its checksum was taken of.`,
        'Leave the file alone while it is packaged, and package it again.',
      );
    };
  }
}

/** What a tar stream yields is bytes, and its types do not say so. */
async function* piecesOf(archive: Pack): AsyncGenerator<Uint8Array> {
  for await (const piece of archive) if (piece instanceof Uint8Array) yield piece;
}

/** Nothing of this machine or of this moment. */
function header(name: string, size: number) {
  return { name, size, mode: 0o644, uid: 0, gid: 0, uname: '', gname: '', mtime: new Date(0), type: 'file' as const };
}

function archiveFault(error: unknown, signal: AbortSignal | undefined): Fault {
  if (error instanceof Fault) return error;
  if (signal?.aborted)
    return new Fault('CANCELLED', 'Packaging the model was cancelled.', 'Start it again.', { cause: error });
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'the model';
  return ioFault('Packaging the model', path, error);
}
