/** Of a module's path: the folder of the package that it belongs to, as package-lock.json names it. */
const PACKAGE = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/;

/** @typedef {{ version: string, license?: string, integrity?: string }} LockedPackage */

/**
 * The packages that a bundle is made of, as a CycloneDX 1.5 list: they are in no folder that `npm sbom` reads. It says
 * nothing of the moment, so that the same sources give the same list.
 * @param {Iterable<string>} moduleIds paths of the bundle's modules, with `/`
 * @param {Record<string, LockedPackage>} locked the `packages` of package-lock.json
 */
export function bundledPackages(moduleIds, locked) {
  const keys = new Set();
  for (const id of moduleIds) {
    const [key] = PACKAGE.exec(id) ?? [];
    if (key !== undefined && !id.startsWith('\0')) keys.add(key);
  }
  const components = [...keys].sort().map((key) => {
    const entry = locked[key];
    if (entry === undefined) throw new Error(`${key} is bundled, and package-lock.json does not know it.`);
    return component(key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length), entry);
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components };
}

/**
 * @param {string} name
 * @param {LockedPackage} entry
 */
function component(name, { version, license, integrity }) {
  const sha512 = integrity?.startsWith('sha512-')
    ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
    : null;
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    // https://cyclonedx.org/docs/1.5/json/#components_items_licenses: one identifier, or an expression of several
    ...(license === undefined
      ? {}
      : { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(sha512 === null ? {} : { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
  };
}
