import { readFile, stat } from 'node:fs/promises';
import type { Decision } from '../../../adapter/decision/decision.ts';
import { parseRequest } from '../../../adapter/decision/parse-request.ts';
import { Fault } from '../../../adapter/fault.ts';
import { MAX_JSON_BYTES } from '../../../adapter/json/json-limits.ts';
import { exampleText, FIRST_EXAMPLE } from '../../decisions/examples.ts';
import { askSample } from '../../runs/ask-sample.ts';
import { createPacer } from '../../samples/pacer.ts';
import type { SampleStore } from '../../samples/store/sample-store.ts';
import { ioFault } from '../../store/io-fault.ts';
import type { CheckSource } from '../plan/plan.ts';

/**
 * The decisions that a check or a comparison scores: of a set samples spread evenly over it, of a file all of them, at
 * most `count`. Samples that cannot be asked are left out. The same set gives the same samples.
 * @throws Fault NOT_FOUND, INVALID_REQUEST, IO_FAILED, CANCELLED
 */
export async function readCheckDecisions(
  source: CheckSource,
  count: number,
  samples: Pick<SampleStore, 'load'>,
  signal?: AbortSignal,
): Promise<Decision[]> {
  switch (source.from) {
    case 'example':
      return parseRequest(exampleText(FIRST_EXAMPLE)).slice(0, count);
    case 'file':
      return parseRequest(await readDecisionFile(source.path)).slice(0, count);
    case 'set':
      return readSet(source.set_id, count, samples, signal);
  }
}

async function readSet(
  id: string,
  count: number,
  store: Pick<SampleStore, 'load'>,
  signal: AbortSignal | undefined,
): Promise<Decision[]> {
  const { set, samples } = await store.load(id, signal);
  const question = set.binding.kind === 'bound' ? set.binding.question : null;
  const all = [...samples.values()];
  const step = Math.max(1, all.length / count);
  const pace = createPacer(signal);
  const decisions: Decision[] = [];
  for (let at = 0; at < all.length && decisions.length < count; at += step) {
    const sample = all[Math.floor(at)];
    if (sample !== undefined && (question ?? sample.question) !== null) decisions.push(askSample(sample, question));
    await pace();
  }
  return decisions;
}

async function readDecisionFile(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= MAX_JSON_BYTES) return await readFile(path);
  } catch (error) {
    throw ioFault('Reading the decisions to check with', path, error);
  }
  throw new Fault(
    'INVALID_REQUEST',
    `${path} is too large for a decision file: at most ${MAX_JSON_BYTES} bytes.`,
    'Name a smaller one.',
  );
}
