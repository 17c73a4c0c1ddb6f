import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findLayerFaults } from './find-layer-faults.mjs';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'layers-'));
});
afterEach(() => rmSync(base, { recursive: true }));

/** A made-up tree in which every file that is imported exists. */
function faultsOf(files: Record<string, string>): string[] {
  const all = {
    'adapter/engine/run.ts': '',
    'adapter/fault.ts': '',
    'adapter/prompt/render.ts': '',
    'electron/main.ts': '',
    'renderer/app.tsx': '',
    'renderer/app.css': '',
    'workbench/contract/contract.ts': '',
    'workbench/store/store.ts': '',
    'test/journey.spec.ts': '',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  return findLayerFaults(base, ['adapter', 'workbench', 'electron', 'renderer', 'test']).faults;
}

it.each<[string, string, string, string]>([
  ['adapter/a.ts', `import { s } from '../workbench/store/store.ts';`, 'workbench/store/store.ts', 'adapter'],
  ['adapter/a.ts', `import type { S } from '../workbench/store/store.ts';`, 'workbench/store/store.ts', 'adapter'],
  ['adapter/a.spec.ts', `import { s } from '../workbench/store/store.ts';`, 'workbench/store/store.ts', 'adapter'],
  ['workbench/a.ts', `import { m } from '../electron/main.ts';`, 'electron/main.ts', 'no host'],
  ['workbench/a.ts', `export * from '../renderer/app.tsx';`, 'renderer/app.tsx', 'no host'],
  ['workbench/a.ts', `import { app } from 'electron';`, 'npm:electron', 'no window'],
  ['adapter/a.ts', `const react = await import('react');`, 'npm:react', 'no window'],
  ['workbench/a.ts', `import { getLlama } from 'node-llama-cpp';`, 'npm:node-llama-cpp', 'one owner'],
  ['electron/a.ts', `import '../renderer/app.tsx';`, 'renderer/app.tsx', 'draws nothing'],
  ['renderer/a.tsx', `import { s } from '../workbench/store/store.ts';`, 'workbench/store/store.ts', 'pure parts'],
  [
    'renderer/a.tsx',
    `import { type T, r } from '../adapter/prompt/render.ts';`,
    'adapter/prompt/render.ts',
    'pure parts',
  ],
  ['renderer/a.tsx', `import { readFileSync } from 'fs'; const a = <p>{1}</p>;`, 'node:fs', 'no Node'],
  ['workbench/contract/a.ts', `import { s } from '../store/store.ts';`, 'workbench/store/store.ts', 'run only pure'],
  ['adapter/json/a.ts', `import { readFileSync } from 'node:fs';`, 'node:fs', 'run only pure'],
  ['workbench/a.ts', `import { expect } from 'vitest';`, 'npm:vitest', 'knows no test'],
  ['electron/a.ts', `import '../test/journey.spec.ts';`, 'test/journey.spec.ts', 'knows no test'],
  ['adapter/a.ts', `import { gone } from './gone.ts';`, 'adapter/gone.ts', 'no such file'],
])('catches in %s: %s', (from, text, to, rule) => {
  const faults = faultsOf({ [from]: text });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(`${from} → ${to}: `);
  expect(faults[0]).toContain(rule);
});

it('lets through what the layers allow', () => {
  const files = {
    'adapter/engine/run.ts': `import { getLlama } from 'node-llama-cpp'; import { Fault } from '../fault.ts';`,
    'workbench/a.ts': `import { readFileSync } from 'node:fs'; import { run } from '../adapter/engine/run.ts';`,
    'workbench/a.spec.ts': `import { expect } from 'vitest'; import { a } from './a.ts';`,
    'electron/main.ts': `import { app } from 'electron'; import { a } from '../workbench/a.ts';`,
    'renderer/app.tsx': `import { useState } from 'react';
      import type { S } from '../workbench/store/store.ts';
      import { type R, type Q } from '../adapter/prompt/render.ts';
      import { contract } from '../workbench/contract/contract.ts';
      import { Fault } from '../adapter/fault.ts';
      import './app.css';
      const view = <p title="import { x } from '../electron/main.ts'">{1 as number}</p>;`,
    'test/journey.spec.ts': `import { chromium } from 'playwright-core'; import '../renderer/app.tsx';`,
  };
  expect(faultsOf(files)).toEqual([]);
});

it('finds a cycle of values, and none of types', () => {
  expect(
    faultsOf({
      'adapter/a.ts': `import { b } from './b.ts';`,
      'adapter/b.ts': `import { c } from './c.ts';`,
      'adapter/c.ts': `import { a } from './a.ts';`,
    }),
  ).toEqual(['adapter/a.ts → adapter/b.ts → adapter/c.ts → adapter/a.ts: a cycle']);
  expect(
    faultsOf({
      'adapter/a.ts': `import type { B } from './b.ts';`,
      'adapter/b.ts': `import { a } from './a.ts';`,
      'adapter/c.ts': '',
    }),
  ).toEqual([]);
});

it('says when a file cannot be read as a program', () => {
  expect(() => faultsOf({ 'adapter/a.ts': 'import {' })).toThrow('adapter/a.ts');
});
