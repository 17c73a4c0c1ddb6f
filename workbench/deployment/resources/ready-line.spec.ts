import { describe, expect, it } from 'vitest';
import { readReadyLine } from './ready-line.ts';

describe('readReadyLine', () => {
  it('reads the one line, with or without a version of the engine', () => {
    const line = JSON.stringify({ msg: 'ready', device: 'NVIDIA L4', layers_requested: -1, engine: 'x' });
    expect(readReadyLine(line)).toMatchObject({ device: 'NVIDIA L4', layers_requested: '-1', engine: 'x' });
  });

  it.each([
    '',
    'ready',
    '"ready"',
    '{"msg":"ready"',
    '{"msg":"not ready"}',
    'null "ready"',
    `{"msg":"ready","x":"${'y'.repeat(70_000)}"}`,
  ])('takes no other line for it', (line) => {
    expect(readReadyLine(line)).toBeNull();
  });
});
