import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { brokenLinks, codeOf, readDocumentation, root, splitShell } from '../../test/stand-ins/read-documentation.ts';
import { createProgram } from './run-cli.ts';

const pages = readDocumentation();
// In running text these stand for what a person puts there.
const PLACEHOLDERS = new Set(['COMMAND', '…']);

/** Why a command line is refused, as the program says it; null when it is taken. Nothing is run. */
async function refusal(args: readonly string[]): Promise<string | null> {
  const terminal = fakeTerminal(root);
  const program = createProgram(terminal, () => undefined);
  quiet(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return terminal.written.err.trim();
  }
}

/** Takes the work out of every command. */
function quiet(command: Command): void {
  if (command.commands.length === 0) command.action(() => undefined);
  for (const inner of command.commands) quiet(inner);
}

/** Arguments of our program in a line of the documentation; null when the line calls something else. */
function ownArguments([first, second, ...rest]: readonly string[]): string[] | null {
  if (first === 'decision-workbench') return second === undefined ? [] : [second, ...rest];
  if (first !== 'npm') return null;
  const args = rest.slice(rest.indexOf('--') + 1);
  if (second === 'start') return ['app', ...(rest.includes('--') ? args : [])];
  return second === 'run' && rest.includes('cli') && rest.includes('--') ? args : null;
}

const lines = pages.flatMap((page) =>
  codeOf(page).flatMap((line) => splitShell(line).map((call) => ({ page: page.path, call }))),
);

describe('command lines of the documentation', () => {
  const own = lines.flatMap(({ page, call }) => {
    const args = ownArguments(call);
    return args === null || args.some((word) => PLACEHOLDERS.has(word)) ? [] : [{ page, args }];
  });

  it('are found', () => {
    expect(own.length).toBeGreaterThan(15);
    expect(own).toContainEqual({ page: 'README.md', args: ['app', '--check'] });
  });

  it.each(own)('$page: $args', async ({ args }) => {
    expect(await refusal(args)).toBeNull();
    for (const word of args.filter((one) => one.startsWith('fixtures/'))) {
      expect(existsSync(join(root, word)), word).toBe(true);
    }
  });

  it('call scripts that the package has', () => {
    const scripts = lines.flatMap(({ call: [first, second, ...rest] }) => {
      if (first !== 'npm' || second === undefined) return [];
      return [second === 'run' ? (rest.find((word) => !word.startsWith('-')) ?? '') : second];
    });
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  });

  it('leave no command out', () => {
    const { commands } = createProgram(fakeTerminal(root), () => undefined);
    const guide = pages.find(({ path }) => path === 'docs/command-line.md');
    const first = (guide === undefined ? [] : codeOf(guide)).map((code) => code.split(' ')[0]);
    expect(first).toEqual(expect.arrayContaining(commands.map((command) => command.name())));
  });

  it.each([
    [['score', 'a.json', '--raedout', 'texts']],
    [['scroe', 'a.json']],
    [['score', 'a.json', '--readout', 'words']],
    [['import', 'a.csv']],
    [['models', 'fetsh']],
    [['endpoints', '--region', 'nowhere']],
  ])('would be refused: %s', async (args) => {
    expect(await refusal(args)).toMatch(/^error: /);
  });
});

describe('links of the documentation', () => {
  it.each(pages)('$path', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('would be found broken', () => {
    const text = '[a](none.md) [b](README.md#nowhere) [c](https://example.org/none) [d](README.md#two-commands)';
    expect(brokenLinks({ path: 'x.md', text })).toEqual([
      'x.md: none.md does not exist',
      'x.md: README.md#nowhere is no heading',
    ]);
  });
});
