import { describe, expect, it } from 'vitest';
import { filesInArguments, filesInDrop } from './files-to-open.ts';

describe('filesInArguments', () => {
  it('takes decision and model files, as absolute paths, and no options', () => {
    const argv = ['--no-sandbox', '--file=x.json', 'a.json', '/m/B.GGUF', 'notes.txt', '.', '-psn_0_1'];
    expect(filesInArguments(argv, '/home/a')).toEqual(['/home/a/a.json', '/m/B.GGUF']);
  });
});

describe('filesInDrop', () => {
  it('takes absolute paths of files that the app opens', () => {
    expect(filesInDrop(['/a/b.decision.json', '/a/m.gguf', 'relative.json', '/a/c.txt', ''])).toEqual([
      '/a/b.decision.json',
      '/a/m.gguf',
    ]);
  });

  it.each([null, 'x.json', { length: 1 }, [1], [['/a.json']], Array.from({ length: 21 }, () => '/a.json')])(
    'takes nothing from %j',
    (message) => {
      expect(filesInDrop(message)).toEqual([]);
    },
  );
});
