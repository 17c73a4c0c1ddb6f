import type { TargetType } from './quantise.ts';
import type { Requantisation } from './requantise.ts';

/** A requantised copy of the starter, pinned by its hash: the same bytes on every machine. */
export interface Variant extends Requantisation {
  file: string;
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

const BASE = 'SmolLM2-135M-Instruct';

// `general.file_type` numbers of llama.cpp.
const FILE_TYPES = { Q4_0: 2, Q8_0: 7 } as const satisfies Record<TargetType, number>;

/** Beside the starter, to compare files without a hub; largest first. The starter has its embeddings in Q8_0. */
export const variants: readonly Variant[] = [
  {
    file: `${BASE}.Q8_0-from-Q4_1.gguf`,
    bytes: 144_811_136,
    sha256: 'd848f1ee62875b3e45b3cc733cd99cb89802b7ed80dc722ce1d21cf67bdf1e4a',
    name: 'SmolLM2 135M Instruct, requantised from Q4_1 to Q8_0: nothing gained, next to nothing lost',
    fileType: FILE_TYPES.Q8_0,
    typeOf: (tensor) => (tensor.type === 'Q4_1' ? 'Q8_0' : null),
  },
  {
    file: `${BASE}.Q4_0-from-Q4_1.gguf`,
    bytes: 91_726_976,
    sha256: 'c9d2a29941cab5eba04c83a9221dd22365a4901feb11db9e2bd5b191c64a350b',
    name: 'SmolLM2 135M Instruct, requantised from Q4_1 to Q4_0: a second loss on top of the first',
    fileType: FILE_TYPES.Q4_0,
    typeOf: (tensor) => (tensor.type === 'Q4_1' ? 'Q4_0' : null),
  },
  {
    file: `${BASE}.all-Q4_0-from-Q4_1.gguf`,
    bytes: 77_571_200,
    sha256: '322cc00c6d95eb0b7422f58601117bde6a73805906fd7504578f19b29ca2f3cd',
    name: 'SmolLM2 135M Instruct, all of it requantised to Q4_0, embeddings too: the smallest',
    fileType: FILE_TYPES.Q4_0,
    typeOf: (tensor) => (tensor.type === 'Q4_1' || tensor.type === 'Q8_0' ? 'Q4_0' : null),
  },
];
