import { basename, join } from 'node:path';
import type { ModelOwner } from '../../contract/models.ts';
import { findModelFiles } from '../find-model-files.ts';
import { findHuggingFace } from './find-huggingface.ts';
import { findLmStudio } from './find-lm-studio.ts';
import { findOllama } from './find-ollama.ts';
import type { FoundModel } from './found-model.ts';
import { modelPlaces, type Surroundings } from './model-places.ts';

/** The model files in the folders of other programs, as each lays them out. Only read; a folder that is not there is empty. */
export async function findForeignModels(around: Surroundings): Promise<FoundModel[]> {
  const places = modelPlaces(around);
  const pointer = join(around.homeFolder, '.lmstudio-home-pointer');
  const found = await Promise.all([
    findHuggingFace(places.huggingface),
    ...places.ollama.map(findOllama),
    findLmStudio(places.lmStudio, pointer),
    findPlain(places.llamaCpp, 'llama.cpp'),
    findPlain(places.nodeLlamaCpp, 'node-llama-cpp'),
  ]);
  return found.flat();
}

/** Files in a folder that says nothing more about them. */
export async function findPlain(folder: string, owner: ModelOwner): Promise<FoundModel[]> {
  const paths = await findModelFiles(folder);
  return paths.map((path) => ({ path, owner, name: basename(path), repository: null, revision: null }));
}
