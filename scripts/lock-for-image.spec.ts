import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import { lockForImage } from './lock-for-image.mjs';

describe('the image’s own packages', () => {
  const image = lockForImage(manifest, lock);
  const packages: Record<string, Record<string, unknown>> = image.lock.packages as never;
  const ours: Record<string, Record<string, unknown>> = lock.packages;

  it('are the engine’s alone, with versions and checksums as in our lock', () => {
    const names = Object.keys(packages).filter((path) => path !== '');
    expect(names.length).toBeGreaterThan(50);
    for (const path of names) {
      expect(packages[path]).toMatchObject({ version: ours[path]?.version, integrity: ours[path]?.integrity });
      expect(packages[path]?.dev ?? packages[path]?.optional ?? packages[path]?.resolved, path).toBeUndefined();
    }
    expect(image.manifest.dependencies).toEqual({ ...manifest.dependencies, '@node-llama-cpp/linux-x64': '3.21.1' });
  });

  it('have one binary, which is no option', () => {
    expect(Object.keys(packages).filter((path) => path.includes('@node-llama-cpp'))).toEqual([
      'node_modules/@node-llama-cpp/linux-x64',
    ]);
  });

  it('have all that they depend on', () => {
    for (const { dependencies = {} } of Object.values(packages)) {
      for (const name of Object.keys(dependencies as object)) {
        expect(
          Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
          name,
        ).toBe(true);
      }
    }
  });

  it('cannot be had from a lock without the binary', () => {
    expect(() => lockForImage(manifest, { lockfileVersion: 3, packages: {} })).toThrow('lacks node-llama-cpp');
  });
});
