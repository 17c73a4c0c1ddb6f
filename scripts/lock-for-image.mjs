/** The one binary that the image runs; every other package of the engine's is for another platform or another card. */
const BINARY = '@node-llama-cpp/linux-x64';
const ENGINE = 'node-llama-cpp';

/** @typedef {{ version: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, dev?: boolean, optional?: boolean, devOptional?: boolean, resolved?: string }} LockedPackage */

/**
 * The image's own `package.json` and lock: of ours, what the server loads at run time, with the versions
 * and checksums of our lock. The binary is no optional package there: without it the installation fails.
 * @param {{ version: string, license: string, dependencies: Record<string, string> }} manifest our `package.json`
 * @param {{ lockfileVersion: number, packages: Record<string, LockedPackage> }} lock our `package-lock.json`
 */
export function lockForImage(manifest, lock) {
  const engine = lock.packages[`node_modules/${ENGINE}`];
  const binary = lock.packages[`node_modules/${BINARY}`];
  if (engine === undefined || binary === undefined) {
    throw new Error(
      `package-lock.json lacks ${ENGINE} or ${BINARY}: install with optional packages, then build again.`,
    );
  }
  const own = {
    name: 'decision-adapter',
    version: manifest.version,
    private: true,
    license: manifest.license,
    type: 'module',
    dependencies: { ...manifest.dependencies, [BINARY]: binary.version },
  };
  const { name, version, license, dependencies } = own;
  /** @type {Record<string, object>} */
  const packages = { '': { name, version, license, dependencies } };
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.dev || entry.optional || entry.devOptional) continue;
    // Where a package came from is the business of who installs it; what it is says its checksum.
    const { resolved: _, optionalDependencies: __, ...kept } = entry;
    packages[path] = kept;
  }
  const { optional: _, resolved: __, ...required } = binary;
  packages[`node_modules/${BINARY}`] = required;
  return { manifest: own, lock: { name, version, lockfileVersion: lock.lockfileVersion, requires: true, packages } };
}
