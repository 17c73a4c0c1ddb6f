import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Page {
  /** From the root, with `/`. */
  path: string;
  text: string;
}

/** The pages that people read. */
export function readDocumentation(): Page[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name).replaceAll('\\', '/'));
  return ['README.md', 'CONTRIBUTING.md', ...docs.sort()].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;

/** Command lines of shell blocks, and code in running text. */
export function codeOf({ text }: Page): string[] {
  const blocks = [...text.matchAll(FENCE)].filter(([, language]) => language === 'sh');
  const lines = blocks.flatMap(([, , code = '']) => code.split('\n'));
  const spans = [...text.replaceAll(FENCE, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...lines, ...spans].filter((line) => line.trim() !== '');
}

/** The words of each program that a line calls, as a shell splits them; comments are left out. */
export function splitShell(line: string): string[][] {
  const calls: string[][] = [[]];
  for (const [, quoted, double, plain] of line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)) {
    const word = quoted ?? double ?? plain ?? '';
    if (plain?.startsWith('#')) break;
    if (plain === '|' || plain === '&&' || plain === ';') calls.push([]);
    else calls.at(-1)?.push(word);
  }
  return calls;
}

/** What is wrong with the links of a page to other files and headings of the repository. */
export function brokenLinks({ path, text }: Page): string[] {
  const links = [...text.replaceAll(FENCE, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.flatMap((target) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const at = file === '' ? path : relative(root, join(root, dirname(path), file));
    if (!existsSync(join(root, at))) return [`${path}: ${target} does not exist`];
    if (anchor === undefined || headingsOf(readFileSync(join(root, at), 'utf8')).includes(anchor)) return [];
    return [`${path}: ${target} is no heading`];
  });
}

/** Anchors that headings get: lower case, hyphens for blanks, no other punctuation. */
function headingsOf(text: string): string[] {
  return [...text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
