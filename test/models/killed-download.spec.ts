import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveHub } from '../stand-ins/hub/serve-hub.ts';
import { commandLineProgram, programsAreBuilt, runProgram } from '../stand-ins/run-program.ts';
import { temporaryFolder } from '../stand-ins/temporary-folder.ts';

const REPOSITORY = 'someone/Tiny-GGUF';
const REVISION = 'd'.repeat(40);
const FILE = 'Tiny-Q8_0.gguf';

describe.skipIf(!programsAreBuilt())('a download (skipped without dist/)', () => {
  it('survives kill -9 three times, fetches no byte that is on the disk, and shows the file only when it is whole', async () => {
    const bytes = randomBytes(3_000_000);
    const hub = await serveHub([
      { name: REPOSITORY, revision: REVISION, files: [{ path: FILE, bytes, rate: 2_000_000 }] },
    ]);
    onTestFinished(() => hub.close());
    const models = temporaryFolder();
    const env = { HF_ENDPOINT: hub.url, DECISION_WORKBENCH_MODELS: models, HOME: temporaryFolder() };
    const pull = () => runProgram(commandLineProgram, ['models', 'pull', REPOSITORY, '--file', FILE], env);
    const final = join(models, 'hub', 'someone', 'Tiny-GGUF', REVISION.slice(0, 12), FILE);
    const unfinished = (): string => {
      const [folder] = existsSync(join(models, '.unfinished'))
        ? readdirSync(join(models, '.unfinished')).filter((name) => !name.endsWith('.lock'))
        : [];
      return join(models, '.unfinished', folder ?? 'none', `1-${FILE}.part`);
    };
    const kept: number[] = [];
    for (const round of [1, 2, 3]) {
      const program = pull();
      await expect
        .poll(() => (existsSync(unfinished()) ? statSync(unfinished()).size : 0), { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(round * 600_000);
      program.child.kill('SIGKILL');
      await program.ended;
      kept.push(statSync(unfinished()).size);
      expect(existsSync(final)).toBe(false);
    }
    const program = pull();
    expect(await program.ended, program.written.err).toBe(0);
    expect(program.written.out).toBe(`${final}\n`);
    expect(readFileSync(final).equals(bytes)).toBe(true);
    const ranges = hub.requests.filter(({ host }) => host === 'storage').map(({ range }) => range);
    expect(ranges).toEqual([null, ...kept.map((size) => `bytes=${size}-`)]);
    expect(readdirSync(join(models, '.unfinished')).filter((name) => !name.endsWith('.lock'))).toEqual([]);
  }, 300_000);
});
