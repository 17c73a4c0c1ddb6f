import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../adapter/configuration/configuration.ts';
import { writeConfigurationFile } from '../../adapter/configuration/configuration-file.ts';
import golden from '../../fixtures/golden/configuration.json' with { type: 'json' };
import { tinyPaths } from '../../fixtures/models/model-files.ts';
import { fakeTerminal } from '../../test/stand-ins/fake-terminal.ts';
import { temporaryFolder } from '../../test/stand-ins/temporary-folder.ts';
import { readBounded } from './read-bounded.ts';
import { runCli } from './run-cli.ts';

const example = readFileSync(join(import.meta.dirname, '../../fixtures/decisions/support-ticket.json'), 'utf8');

async function run(args: string[], input: string | Uint8Array = '') {
  const folder = temporaryFolder();
  const terminal = fakeTerminal(folder, input);
  const code = await runCli(args, terminal);
  return { code, folder, ...terminal.written };
}

describe('usage', () => {
  it('explains itself, exit codes and environment too', async () => {
    const { code, out, err } = await run(['--help']);
    expect(code).toBe(0);
    expect(err).toBe('');
    for (const word of ['score', 'prompt', 'models', 'app', 'Exit codes', 'DECISION_WORKBENCH_MODELS']) {
      expect(out).toContain(word);
    }
  });

  it.each([
    [['score']],
    [['score', '-', '--readout', 'words']],
    [['score', '-', '--order', 'random']],
    [['score', '-', '--temperature', '0']],
    [['score', '-', '--temperature', 'warm']],
    [['score', '-', '--threads', '1.5']],
    [['score', '-', '--gpu-layers', '-1']],
    [['score', '-', '--template', 'alpaca']],
    [['score', '-', '--mode', 'slow']],
    [['app', '--port', '65536']],
    [['app', '--host', 'desktop']],
    [['models', 'fetch', 'large']],
    [['models', 'serch', 'qwen']],
    [['scroe', '-']],
    [['score', '-', '--unknown']],
  ])('refuses %j with exit code 2 and words', async (args) => {
    const { code, out, err } = await run(args, example);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('--help');
  });
});

describe('bad input', () => {
  it('lists every field at fault with its limit, on standard error, with exit code 2', async () => {
    const { code, out, err } = await run(
      ['score', '-'],
      '{"id":"","state":3,"question":"q","options":[{"id":"a","description":""},{"id":"a","description":5}]}',
    );
    expect(code).toBe(2);
    expect(out).toBe('');
    for (const path of ['id: ', 'state: ', 'options[1].description: ']) expect(err).toContain(`  ${path}`);
    expect(err).toContain('Limit: ');
  });

  it.each([
    ['no JSON', 'not json'],
    ['NaN', '{"id":"a","state":{"x":NaN},"question":"q","options":[]}'],
    ['nothing', ''],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['no options', '{"id":"a","state":"s","question":"q","options":[]}'],
  ])('refuses %s', async (_, input) => {
    expect(await run(['score', '-'], input)).toMatchObject({ code: 2, out: '' });
  });

  it('names the line of a JSONL file, and scores none of it', async () => {
    const { code, out, err } = await run(
      ['score', '-'],
      `${example.trim()}\n\n{"id":"b","state":"s","question":"","options":[]}\n`,
    );
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('line 3: question: ');
    expect(err).not.toContain('line 1');
  });

  it('takes lines that begin with blank ones, or with a byte order mark', async () => {
    const line = example.trim().replaceAll('\n', '');
    for (const input of [`\n \r\n${line}\n${line}\n`, `\ufeff${line}\n${line}\n`]) {
      const { code, out } = await run(['prompt', '-', '--json'], input);
      expect(code).toBe(0);
      expect(out.trimEnd().split('\n')).toHaveLength(2);
    }
  });

  it('reads a long file of nothing, and one with a fault in each line, in little memory', async () => {
    const before = process.memoryUsage().rss;
    expect(await run(['score', '-'], '\n'.repeat(20_000_000))).toMatchObject({ code: 2, out: '' });
    const { code, err } = await run(['score', '-'], `"x"\n${'0\n'.repeat(3_000_000)}`);
    expect(code).toBe(2);
    expect(err.split('\n').filter((text) => text.startsWith('  line '))).toHaveLength(100);
    expect(process.memoryUsage().rss - before).toBeLessThan(300e6);
  });

  it.skipIf(process.platform === 'win32')('stops reading what has no end', async () => {
    const file = await run(['score', '/dev/zero']);
    expect(file).toMatchObject({ code: 2, out: '', err: expect.stringContaining('268435456 bytes') });
    expect(await run(['prompt', '-', '--template', '/dev/zero'], example)).toMatchObject({ code: 2 });
    async function* endless() {
      for (;;) yield new Uint8Array(1000);
    }
    await expect(readBounded(endless(), 10_000)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await readBounded([new Uint8Array([1]), new Uint8Array([2])], 2)).toEqual(Buffer.from([1, 2]));
  });

  it('says that a file is not there', async () => {
    const { code, err } = await run(['score', 'none.json']);
    expect(code).toBe(2);
    expect(err).toContain('none.json cannot be read. There is no such file.');
    expect(err).not.toContain('ENOENT');
  });

  it('says that a folder is no file', async () => {
    expect((await run(['score', '.'])).err).toContain('It is a folder.');
  });
});

describe('a configuration', () => {
  const configuration = configurationSchema.parse(golden.configuration);
  const text = writeConfigurationFile({ name: 'Tickets', saved_at: '2026-03-01T08:00:00.000Z', configuration });

  /** `score` under a file with this text; it has to fail before a model is needed. */
  async function under(lock: string, args: string[] = []) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'lock.json'), lock);
    const terminal = fakeTerminal(folder, example);
    const code = await runCli(['score', '-', '--configuration', 'lock.json', ...args], terminal);
    return { code, ...terminal.written };
  }

  it('that is sound comes as far as the model', async () => {
    expect((await under(text)).code).toBe(3);
  });

  it.each([
    ['a threshold changed by hand', text.replace('"threshold": 0.62', '"threshold": 0.1'), 'sha256'],
    ['half of it', text.slice(0, 400), 'lock.json'],
    ['a decision file', example, 'format'],
  ])('with %s is refused with the path', async (_, lock, path) => {
    const { code, out, err } = await under(lock);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('lock.json is no configuration that can be used');
    expect(err).toContain(path);
  });

  it('that is not there, and options that it decides, are refused', async () => {
    const missing = await run(['score', '-', '--configuration', 'none.json'], example);
    expect(missing).toMatchObject({
      code: 2,
      err: expect.stringContaining('none.json cannot be read. There is no such file.'),
    });
    const beside = await under(text, ['--temperature', '2', '--mode', 'fast']);
    expect(beside.code).toBe(2);
    for (const option of ['--temperature', '--mode']) expect(beside.err).toContain(option);
  });
});

describe('no model', () => {
  it('says how to get one, with exit code 3', async () => {
    const { code, err } = await run(['score', '-'], example);
    expect(code).toBe(3);
    expect(err).toContain('models fetch starter');
  });

  it('says that the file that was named is not there', async () => {
    expect(await run(['score', '-', '--model', 'none.gguf'], example)).toMatchObject({
      code: 3,
      err: expect.stringContaining('none.gguf'),
    });
  });

  it('lists none, and inspects a file from its header', async () => {
    expect(await run(['models'])).toMatchObject({ code: 0, out: expect.stringContaining('models fetch starter') });
    const { code, out } = await run(['models', 'inspect', tinyPaths.llama, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ path: tinyPaths.llama, header: { architecture: 'llama' } });
    expect(await run(['models', 'inspect', 'none.gguf'])).toMatchObject({ code: 3 });
  });

  it('writes no commands to the terminal that a file holds', async () => {
    const key = await run(['score', '-'], '{"\\u001b[2Jkey": 1}');
    expect(key).toMatchObject({ code: 2, err: expect.stringContaining('[2Jkey') });
    expect(key.err).not.toContain('\u001b');
    const file = join(temporaryFolder(), 'named.gguf');
    writeFileSync(file, readFileSync(tinyPaths.llama, 'latin1').replace('tiny random', '\u001b[2J random'), 'latin1');
    const { code, out } = await run(['models', 'inspect', file]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('␛[2J random') });
    expect(out).not.toContain('\u001b');
  });
});

describe('prompt', () => {
  it('gives the golden hash in ChatML, and the parts of the prompt', async () => {
    const { code, out } = await run(['prompt', '-', '--json'], example);
    expect(code).toBe(0);
    const answer = JSON.parse(out);
    expect(answer.prompt_sha256).toBe('016267542103ab91422c425d2234ec7e1b9aef77f9d3e481b96db2de7cca470a');
    expect(createHash('sha256').update(answer.prompt, 'utf8').digest('hex')).toBe(answer.prompt_sha256);
    expect(answer).toMatchObject({ prompt_version: 'direct-options-v1', slots: ['A', 'B', 'C'] });
    expect(answer.prompt).toContain(answer.user_text);
    expect(Object.keys(answer)).toEqual(['user_text', 'prompt', 'prompt_sha256', 'prompt_version', 'slots']);
  });

  it('renders a template file, a built-in one, and a model’s own', async () => {
    const folder = temporaryFolder();
    const template = join(folder, 'mine.jinja');
    writeFileSync(template, '{% for m in messages %}[{{ m.role }}] {{ m.content }}{% endfor %}');
    const mine = await run(['prompt', '-', '--template', template], example);
    expect(mine.out).toContain('[system] Apply the supplied criterion');
    expect((await run(['prompt', '-', '--template', 'gemma'], example)).out).toContain('<start_of_turn>user');
    expect(await run(['prompt', '-', '--model', tinyPaths.llama], example)).toMatchObject({ code: 0 });
    expect(await run(['prompt', '-', '--model', tinyPaths.noTemplate], example)).toMatchObject({
      code: 2,
      err: expect.stringContaining('builtin'),
    });
    expect(await run(['prompt', '-', '--template', 'none.jinja'], example)).toMatchObject({ code: 2 });
  });

  it('names the template file that is no template', async () => {
    const folder = temporaryFolder();
    for (const content of ['{{ messages[1].content }}', '{% for %}', new Uint8Array([0x7b, 0xff]), '{{ "a" * 9 }}']) {
      const template = join(folder, 'mine.jinja');
      writeFileSync(template, content);
      expect(await run(['prompt', '-', '--template', template], example)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining(`The template ${template}`),
      });
    }
  });

  it('gives the prompt of the texts readout, without slots', async () => {
    const { out } = await run(['prompt', '-', '--prompt-version', 'plain-text-v1', '--json'], example);
    expect(JSON.parse(out)).toMatchObject({ prompt_version: 'plain-text-v1', slots: [] });
  });

  it('answers JSONL a line, and lists as lists', async () => {
    const list = `{"decisions":[${example.trim()}]}`;
    const { out } = await run(['prompt', '-', '--json'], `${example.trim()}\n${list}\n`);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[1]).toEqual({ prompts: [lines[0]] });
  });

  it('refuses 17 options under version 1 and offers version 2', async () => {
    const options = Array.from({ length: 17 }, (_, n) => ({ id: `o${n}`, description: `d${n}` }));
    const input = JSON.stringify({ id: 'a', state: 's', question: 'q', options });
    expect(await run(['prompt', '-', '--prompt-version', 'direct-options-v1'], input)).toMatchObject({
      code: 2,
      err: expect.stringContaining('direct-options-v2'),
    });
    const { out } = await run(['prompt', '-', '--json'], input);
    expect(JSON.parse(out).slots).toHaveLength(17);
  });
});
