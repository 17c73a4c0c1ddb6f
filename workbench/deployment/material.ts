import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { modelManifestSchema } from '../../adapter/server/model-manifest.ts';
import type { CheckEndpoint } from '../endpoints/check-endpoint.ts';
import { describeModel, type PackagedModel } from '../packaging/describe-model.ts';
import { modelArchive, modelArchiveBytes } from '../packaging/model-archive.ts';
import { imageSourceFolder, packImageSource } from '../packaging/pack-image-source.ts';
import type { DeploymentMaterial } from './steps/sitting.ts';

/**
 * What a deployment takes from this machine.
 * @param builtFolder absolute path of the built parts, in which the image's source lies; null where there is none
 */
export function createMaterial(builtFolder: string | null, check: CheckEndpoint): DeploymentMaterial {
  return {
    async imageSource() {
      if (builtFolder === null) {
        const message = 'The image’s source is not part of this program.';
        throw new Fault('NOT_FOUND', message, 'Build it (npm run build), or name an image by its digest.');
      }
      return packImageSource(imageSourceFolder(builtFolder));
    },
    async archive(upload, signal) {
      const [first] = upload.paths;
      if (first === undefined) throw new Fault('MODEL_MISSING', 'The plan names no file.', 'Plan it again.');
      const { gguf } = modelManifestSchema.parse(JSON.parse(upload.manifest));
      const model = await describeModel(first, { repository: gguf.repo, revision: gguf.revision }, { signal });
      if (model.manifestText !== upload.manifest) throw changed(first);
      return {
        bytes: modelArchiveBytes(model),
        sha256: await archiveSha256(model, signal),
        read: () => modelArchive(model, { signal }),
      };
    },
    check: (plan, aws, signal, onProgress) =>
      check(
        {
          aws,
          name: plan.target.name,
          path: plan.target.path,
          source: plan.check.source,
          samples: plan.check.samples,
          limit: plan.check.limit,
          model_path: plan.model.local_path,
          configuration_sha256: plan.configuration?.sha256 ?? null,
        },
        signal,
        onProgress,
      ),
  };
}

async function archiveSha256(model: PackagedModel, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of modelArchive(model, { signal })) hash.update(piece);
  return hash.digest('hex');
}

function changed(path: string): Fault {
  return new Fault(
    'MODEL_UNREADABLE',
    `The model in ${dirname(path)} is not the one any more that was planned.`,
    'Put the file back, or plan the deployment again.',
  );
}
