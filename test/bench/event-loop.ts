import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '../../adapter/fault.ts';
import { readHeader } from '../../adapter/gguf/read-header.ts';
import { parseJson } from '../../adapter/json/parse-json.ts';
import { chatTemplate, renderChat } from '../../adapter/prompt/chat-template.ts';
import { type MetadataValue, writeGguf } from '../../fixtures/models/write-gguf.ts';
import { type ExportFormat, exportSamples } from '../../workbench/samples/exporting/export-samples.ts';
import { noChoices } from '../../workbench/samples/importing/import-choices.ts';
import { importSamples } from '../../workbench/samples/importing/import-samples.ts';
import { createPacer } from '../../workbench/samples/pacer.ts';
import { largeSet, largeTarget, ROWS, writeLargeCsv } from '../stand-ins/large-set.ts';
import { BLOCK_LIMIT_MS, longestBlock } from '../stand-ins/longest-block.ts';
import { median } from '../stand-ins/median.ts';

const rounds = 5;
/** Characters of a hostile JSON text: close to the most that is read. */
const characters = 2_000_000;
/** As many as today's models have. */
const tokens = 150_000;

/** The longest block of the event loop in work that people wait for, and in what an attacker would send. */
export async function run() {
  const figures: { name: string; value: number; unit: string; limit: number }[] = [];
  const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    await work();
    const blocks: number[] = [];
    for (let round = 0; round < rounds; round += 1) blocks.push(await longestBlock(work));
    figures.push({ name: `longest block: ${name}`, value: median(blocks), unit: 'ms', limit: BLOCK_LIMIT_MS });
  };

  const bytes = writeLargeCsv();
  const read = () => importSamples({ name: 'large.csv', bytes }, largeTarget, noChoices);
  const { samples } = await read();
  if (samples.length !== ROWS) throw new Error(`The file gave ${samples.length} samples`);
  await measure(`import of ${ROWS} CSV rows`, read);
  for (const format of ['csv', 'parquet'] satisfies ExportFormat[]) {
    await measure(`export of ${ROWS} rows as ${format}`, async () => {
      for await (const _ of exportSamples(largeSet, samples, format, createPacer()));
    });
  }

  const texts = {
    blanks: `[${' '.repeat(characters)}]`,
    escapes: `"${'\\n'.repeat(characters / 2)}"`,
    'one text': `"${'a'.repeat(characters)}"`,
  };
  for (const [name, text] of Object.entries(texts)) {
    await measure(`2 MB of JSON, ${name}`, async () => parseJson(text));
  }

  const refused = refuseSlowTemplate();
  // Noticed once, it costs its half second once; that is the warming up here.
  await measure('a chat template that was too slow before', async () => refused());

  const folder = await mkdtemp(join(tmpdir(), 'bench-event-loop-'));
  try {
    const path = join(folder, 'model.gguf');
    await writeFile(path, writeVocabulary());
    await measure(`header with ${tokens} tokens`, async () => {
      const header = await readHeader(path, { withTokens: true });
      if (header.tokens?.length !== tokens) throw new Error('The vocabulary was not read whole');
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures;
}

function refuseSlowTemplate(): () => void {
  const text = `{% for i in range(9000) %}{% set c = messages[1].content | replace('a', '') | length %}{% endfor %}`;
  const evidence = 'a'.repeat(300_000);
  return () => {
    try {
      renderChat(chatTemplate('file', text, { bosToken: '<s>', eosToken: '</s>' }), 'Choose one.', evidence);
    } catch (error) {
      if (error instanceof Fault) return;
      throw error;
    }
    throw new Error('The slow template was not refused');
  };
}

function writeVocabulary(): Buffer {
  const metadata = new Map<string, MetadataValue>([
    ['general.architecture', { type: 'string', value: 'llama' }],
    [
      'tokenizer.ggml.tokens',
      { type: 'string[]', value: Array.from({ length: tokens }, (_, index) => `token number ${index}`) },
    ],
  ]);
  return writeGguf(metadata, []);
}
