import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const images = join(import.meta.dirname, '../../images');
const dockerfiles = readdirSync(images).filter((name) => name.endsWith('Dockerfile'));
const ZEROS = `sha256:${'0'.repeat(64)}`;

/** Instructions of a Dockerfile, each in one line, without comments. */
function instructions(text: string): string[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What names a base that can change: another image at the same name, or one that is taken without being asked for. */
function mutableBases(text: string): string[] {
  const stages = new Set<string>();
  const found: string[] = [];
  const defaults = new Map<string, string>();
  for (const line of instructions(text)) {
    const [, name, value] = /^ARG (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) defaults.set(name, value);
    const from = /^FROM (?:--\S+ )*(\S+)(?: AS (\S+))?$/i.exec(line);
    const copied = /(?:--|,)from=([^\s,]+)/.exec(line)?.[1];
    for (const base of [from?.[1], copied]) {
      if (base === undefined || base === 'scratch' || stages.has(base)) continue;
      const digest = /@\$\{(\w+)\}$/.exec(base)?.[1];
      if (digest === undefined ? !/@sha256:[0-9a-f]{64}$/.test(base) : defaults.get(digest) !== ZEROS) found.push(line);
    }
    if (from?.[2] !== undefined) stages.add(from[2]);
  }
  return found;
}

describe('the images', () => {
  it('are two', () => expect(dockerfiles).toEqual(['cpu.Dockerfile', 'gpu.Dockerfile']));

  it.each(dockerfiles)('%s names no base that can change', (name) => {
    expect(mutableBases(readFileSync(join(images, name), 'utf8'))).toEqual([]);
  });

  it('would be seen to name one', () => {
    const pinned = `FROM a@sha256:${'1'.repeat(64)} AS one\n`;
    for (const line of [
      'FROM node:24',
      'FROM node',
      `ARG D=sha256:12\nFROM node@\${D}`,
      `${pinned}COPY --from=node:24 /a /b`,
      `${pinned}RUN --mount=type=bind,from=node:24,target=/a true`,
    ]) {
      expect(mutableBases(line), line).not.toEqual([]);
    }
    expect(mutableBases(`${pinned}COPY --from=one /a /b\nFROM scratch`)).toEqual([]);
  });

  it.each(dockerfiles)('%s fetches nothing when it runs, and starts without a shell', (name) => {
    const text = readFileSync(join(images, name), 'utf8');
    const last = instructions(text.slice(text.lastIndexOf('\nFROM ')));
    expect(last.filter((line) => /^(RUN|CMD|USER|VOLUME|ADD)\b/.test(line))).toEqual([]);
    expect(last.find((line) => line.startsWith('ENTRYPOINT'))).toMatch(/^ENTRYPOINT \["\//);
    expect(last).toContain('STOPSIGNAL SIGTERM');
    expect(last.find((line) => line.startsWith('HEALTHCHECK'))).toMatch(/ CMD \["\/.*ping\.mjs"\]$/);
  });

  it.each(dockerfiles)('%s is read by a shell wherever it runs one', (name) => {
    // In `sh`, as both bases have it, a list that is cut by `;` goes on after a failure.
    const text = readFileSync(join(images, name), 'utf8');
    for (const line of instructions(text).filter((one) => one.startsWith('RUN'))) {
      expect(line.replace(/if [^;]+; then [^;]+; fi;/g, '')).not.toContain(';');
    }
  });
});
