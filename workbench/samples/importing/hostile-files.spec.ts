import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../../adapter/fault.ts';
import { createPacer } from '../pacer.ts';
import { openZip, ZipError } from '../reading/zip-archive.ts';
import { type ImportTarget, noChoices } from './import-choices.ts';
import { importSamples } from './import-samples.ts';
import { previewImport } from './preview-import.ts';

const folder = join(import.meta.dirname, '../../../fixtures/samples/formats');
const names = readdirSync(folder).filter((name) => name !== 'make.py' && !name.startsWith('.'));
const targets: ImportTarget[] = [{ kind: 'new', question: 'Which?' }, { kind: 'mixed' }];

/** Reads a file as the app does; it either works or is refused in words, whatever it is. */
async function survive(name: string, bytes: Uint8Array): Promise<'read' | 'refused'> {
  try {
    await previewImport({ name, bytes }, noChoices);
    for (const target of targets) {
      const { report, samples } = await importSamples({ name, bytes }, target, noChoices);
      expect(report.used).toBe(samples.length);
      if (report.ready) expect(report.faults.count).toBe(0);
      for (const sample of samples) expect(sample.label === null || sample.label.length > 0).toBe(true);
    }
    return 'read';
  } catch (error) {
    if (error instanceof Fault && error.code === 'INVALID_REQUEST') {
      expect(error.message).toContain(name);
      expect(error.next).not.toBe('');
      return 'refused';
    }
    throw error;
  }
}

describe('hostile files', () => {
  it('damaged files of every kind are read or refused, never anything else', async () => {
    const seen = { read: 0, refused: 0 };
    // Any byte, and those that mean something more often.
    const byte = fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(...Buffer.from('",;{}[]:\n\r\\ 0a-')));
    const damage = fc.record({
      name: fc.constantFrom(...names),
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
      flips: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), byte), { maxLength: 6 }),
      doubled: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ name, cut, flips, doubled }) => {
        let bytes = Uint8Array.from(readFileSync(join(folder, name)));
        for (const [at, value] of flips) if (bytes.length > 0) bytes[Math.floor(at * (bytes.length - 1))] = value;
        // Half of them keep their end, where zip and Parquet files have their directory.
        if (cut < 0.5) bytes = bytes.subarray(0, Math.ceil(bytes.length * cut * 2));
        if (doubled) bytes = Uint8Array.from([...bytes, ...bytes]);
        seen[await survive(name, bytes)] += 1;
      }),
      { numRuns: 400 },
    );
    expect(seen.read).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(20);
  }, 60_000);

  it('random bytes and random text under every ending', async () => {
    const endings = ['csv', 'tsv', 'json', 'jsonl', 'jevl', 'yaml', 'parquet', 'xlsx', 'ods', 'md', ''];
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({ unit: fc.constantFrom(...'{}[]",:;\n\r\t |-\\\'0a=#&*!', 'vars:', '\ufeff', '\0', 'é') })
        .map((text) => new TextEncoder().encode(text)),
    );
    await fc.assert(
      fc.asyncProperty(content, fc.constantFrom(...endings), async (bytes, ending) => {
        await survive(`file.${ending}`, bytes);
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  it('deep nesting, long lines and names of prototypes do no harm', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(await survive('deep.json', new TextEncoder().encode(`[{"text": ${deep}}]`))).toBe('read');
    expect(await survive('deep.jsonl', new TextEncoder().encode(`{"text": ${deep}}\n`))).toBe('read');
    expect(await survive('deep.yaml', new TextEncoder().encode(`- vars: ${'['.repeat(5000)}`))).toBe('refused');
    const wide = `${'a,'.repeat(2000)}b\n`;
    expect(await survive('wide.csv', new TextEncoder().encode(wide))).toBe('refused');
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const row = JSON.stringify(names.map((name) => [name, name])).replace(/\["(\w+)","\w+"\]/g, '"$1":"$1"');
    const text = `${row.replace(/^\[/, '{').replace(/\]$/, ',"text":"x","expected":"__proto__"}')}\n`.repeat(2);
    const { report } = await importSamples(
      { name: 'names.jsonl', bytes: new TextEncoder().encode(text) },
      {
        kind: 'bound',
        decision: null,
        question: { kind: 'choice', question: 'q', options: names.slice(0, 2).map((id) => ({ id, description: '' })) },
      },
      noChoices,
    );
    expect(report.classes).toEqual([
      { option: '__proto__', count: 2 },
      { option: 'constructor', count: 0 },
    ]);
    expect(Object.hasOwn(Object.prototype, 'text')).toBe(false);
  });

  it('a file that unpacks to too much is stopped while it unpacks', async () => {
    const zip = openZip(readFileSync(join(folder, 'unpacks-large.xlsx')), 1024 * 1024);
    let bytes = 0;
    const unpack = async () => {
      for await (const piece of zip.read('xl/s.xml')) bytes += piece.length;
    };
    await expect(unpack()).rejects.toThrow(ZipError);
    expect(bytes).toBeLessThanOrEqual(1024 * 1024);
  });

  it('cancels at once, and says so', async () => {
    const text = `text,expected\n${'a,b\n'.repeat(200_000)}`;
    const stop = new AbortController();
    let rows = 0;
    const importing = importSamples(
      { name: 'long.csv', bytes: new TextEncoder().encode(text) },
      { kind: 'new', question: 'q' },
      noChoices,
      {
        signal: stop.signal,
        onProgress: (progress) => {
          rows = progress.rows;
          stop.abort();
        },
      },
    );
    await expect(importing).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(rows).toBeLessThan(100_000);
    expect(() => createPacer(stop.signal)()).toThrow(Fault);
  });
});
