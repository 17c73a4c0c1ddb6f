import { expect, test } from 'vitest';
import { Fault } from '../fault.ts';
import { evaluationFault, loadFault } from './engine-faults.ts';
import { keepErrorLines } from './keep-error-lines.ts';

test.each([
  [
    'Failed to load model',
    ["llama_model_load: error loading model: unknown model architecture: 'x'"],
    'MODEL_UNSUPPORTED',
  ],
  [
    'Failed to load model',
    ['ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer of size 9'],
    'OUT_OF_MEMORY',
  ],
  ['A context size of 9 is too large for the available VRAM', [], 'OUT_OF_MEMORY'],
  [
    'Failed to load model',
    ['tensor data is not within the file bounds, model is corrupted or incomplete'],
    'MODEL_UNREADABLE',
  ],
  ['Something new', [], 'ENGINE_FAILED'],
])('%s %s', (message, lines, code) => {
  const fault = loadFault('m.gguf', new Error(message), lines);
  expect(fault.code).toBe(code);
  expect(fault.message).toContain('m.gguf');
  for (const line of lines) expect(fault.message).toContain(line);
});

test('a fault stays as it is', () => {
  const fault = new Fault('CANCELLED', 'x', 'y');
  expect(loadFault('m', fault, [])).toBe(fault);
  expect(evaluationFault(fault, [])).toBe(fault);
  expect(evaluationFault(new Error('Eval has failed'), ['CUDA error: out of memory']).code).toBe('OUT_OF_MEMORY');
  const lost = evaluationFault(new Error('Eval has failed'), ['vk::Queue::submit: ErrorDeviceLost']);
  expect(lost).toMatchObject({ code: 'ENGINE_FAILED', message: expect.stringContaining('GPU was lost') });
});

test('keeps the last error lines, shortened', () => {
  const log = keepErrorLines();
  for (let line = 0; line < 100; line++) log.add(`line ${line}\n`);
  log.add('\n');
  log.add('x'.repeat(10_000));
  expect(log.lines()).toHaveLength(20);
  expect(log.lines().at(-2)).toBe('line 99');
  expect(log.lines().at(-1)?.length).toBe(400);
});
