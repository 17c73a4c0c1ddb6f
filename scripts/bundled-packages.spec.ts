import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import lock from '../package-lock.json' with { type: 'json' };
import { bundledPackages } from './bundled-packages.mjs';

const locked = {
  'node_modules/hono': { version: '4.0.0', license: 'MIT', integrity: 'sha512-AQI=' },
  'node_modules/@a/b': { version: '1.0.0', license: '(MIT OR Apache-2.0)' },
  'node_modules/@a/b/node_modules/hono': { version: '3.0.0' },
};

describe('packages of a bundle', () => {
  it('are listed once each, with what the lock says', () => {
    const ids = [
      '/x/node_modules/hono/dist/index.js',
      '/x/node_modules/hono/dist/app.js',
      '/x/node_modules/@a/b/index.js',
      '/x/node_modules/@a/b/node_modules/hono/index.js',
      '/x/adapter/server/main.ts',
      '\0node_modules/hono/virtual',
    ];
    const { components } = bundledPackages(ids, locked);
    expect(components.map((one) => one.purl)).toEqual([
      'pkg:npm/%40a/b@1.0.0',
      'pkg:npm/hono@3.0.0',
      'pkg:npm/hono@4.0.0',
    ]);
    expect(components[0]?.licenses).toEqual([{ expression: '(MIT OR Apache-2.0)' }]);
    expect(components[2]).toMatchObject({
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: '0102' }],
    });
  });

  it('must be known', () => {
    expect(() => bundledPackages(['/x/node_modules/left/index.js'], locked)).toThrow('left is bundled');
  });

  it('have names as npm writes them in its own list', () => {
    // `npm sbom` is the reference for the form of a purl.
    const list = JSON.parse(
      execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
      }),
    );
    const purls = new Set(list.components.map(({ purl }: { purl: string }) => purl));
    const ids = ['/x/node_modules/hono/index.js', '/x/node_modules/@hono/node-server/index.js'];
    for (const { purl } of bundledPackages(ids, lock.packages).components) expect(purls).toContain(purl);
  });
});
