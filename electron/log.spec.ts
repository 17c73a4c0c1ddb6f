import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorFacts } from '../adapter/error-facts.ts';
import { Fault } from '../adapter/fault.ts';
import { createLog } from './log.ts';
import { openRotatingFile } from './rotating-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the log', () => {
  it('says what failed and where, and never what a person wrote', () => {
    const path = join(folder, 'logs', 'main.log');
    const secret = 'Customer asks to reset a password\n    at home';
    const log = createLog(path);
    log.error(errorFacts(new Fault('IO_FAILED', `Cannot score: ${secret}`, secret)), 'a file could not be opened');
    log.error(errorFacts(secret), 'something else');
    const text = readFileSync(path, 'utf8');
    expect(text).not.toMatch(/Customer|password|at home/);
    const [first, second] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ msg: 'a file could not be opened', name: 'Fault', code: 'IO_FAILED' });
    expect(first.stack[0]).toContain('log.spec.ts');
    expect(second).toMatchObject({ msg: 'something else', name: 'string', stack: [] });
  });

  it('starts a new file when one is full and keeps the one before', () => {
    const path = join(folder, 'main.log');
    const file = openRotatingFile(path, 10);
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'a line above the limit\n']) file.write(line);
    expect(readFileSync(path, 'utf8')).toBe('a line above the limit\n');
    expect(readFileSync(`${path}.1`, 'utf8')).toBe('four\n');
    const again = openRotatingFile(path, 100);
    again.write('later\n');
    expect(readFileSync(path, 'utf8')).toBe('a line above the limit\nlater\n');
  });
});
