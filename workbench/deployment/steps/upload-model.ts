import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Fault } from '../../../adapter/fault.ts';
import { ioFault } from '../../store/io-fault.ts';
import type { ModelUpload, ResourceOf } from '../plan/resource.ts';
import { abortUpload, putObject } from '../resources/object.ts';
import { type UploadSource, uploadObject } from '../upload/upload-object.ts';
import { ensureObject } from './ensure-object.ts';
import type { Sitting } from './sitting.ts';

const READ_BYTES = 1024 * 1024;

/** Puts one object of the model into the bucket, or finds it there. */
export async function uploadModelObject(
  sitting: Sitting,
  resource: ResourceOf<'model-object'>,
  upload: ModelUpload,
): Promise<void> {
  const place = { bucket: sitting.plan.bucket, key: resource.name };
  if (upload.from === 'text') {
    const bytes = new TextEncoder().encode(upload.text);
    const content = { bytes, sha256: upload.sha256, type: 'application/json', tags: resource.tags };
    return ensureObject(sitting, resource, upload.sha256, () => putObject(sitting.aws, place, content, sitting.signal));
  }
  if (upload.from === 'file') {
    return ensureObject(sitting, resource, upload.sha256, async () => {
      await sendParts(sitting, resource, fileSource(upload));
    });
  }
  return ensureObject(sitting, resource, null, async () => {
    const source = await sitting.material.archive(upload, sitting.signal);
    await sendParts(sitting, resource, source);
  });
}

async function sendParts(sitting: Sitting, resource: ResourceOf<'model-object'>, source: UploadSource): Promise<void> {
  const { plan, aws, journal, signal, tell } = sitting;
  const { key, name, tags } = resource;
  const place = { bucket: plan.bucket, key: name };
  const known = journal.state().resources.get(key)?.facts.upload_id;
  let uploadId = typeof known === 'string' ? known : null;
  tell({ news: 'words', words: `Uploading ${name.slice(name.lastIndexOf('/') + 1)}.` });
  const began = aws.clock.now().getTime();
  let first: number | null = null;
  try {
    await uploadObject(aws, place, source, {
      signal,
      tags,
      uploadId,
      onBegun: async (id) => {
        uploadId = id;
        await journal.add({ type: 'noted', key, facts: { upload_id: id } });
      },
      onProgress: (done, total) => {
        first ??= done;
        const seconds = (aws.clock.now().getTime() - began) / 1000;
        const per_second = seconds > 0 ? (done - first) / seconds : null;
        tell({ news: 'progress', progress: { done, total, unit: 'bytes', per_second } });
      },
    });
  } catch (error) {
    // Parts of another file are no part of this one.
    if (error instanceof Fault && error.code === 'MODEL_UNREADABLE' && uploadId !== null) {
      await abortUpload(aws, place, uploadId, signal).catch(() => undefined);
    }
    throw error;
  }
}

/** A file as it is uploaded; held against its hash once more while it is read. */
function fileSource({ path, bytes, sha256 }: Extract<ModelUpload, { from: 'file' }>): UploadSource {
  return {
    bytes,
    sha256,
    async *read() {
      const hash = createHash('sha256');
      try {
        const { size } = await stat(path);
        if (size !== bytes) throw changed(path, `it has ${size} bytes, and had ${bytes} when it was planned`);
        for await (const piece of createReadStream(path, { highWaterMark: READ_BYTES })) {
          if (!(piece instanceof Uint8Array)) continue;
          hash.update(piece);
          yield piece;
        }
      } catch (error) {
        throw ioFault('Reading the model', path, error);
      }
      const found = hash.digest('hex');
      if (found !== sha256) throw changed(path, `its checksum is ${found}, and was ${sha256}`);
    },
  };
}

function changed(path: string, how: string): Fault {
  return new Fault(
    'MODEL_UNREADABLE',
    `${path} is not the file any more that was planned: ${how}.`,
    'Put the file back, or plan the deployment again.',
  );
}
