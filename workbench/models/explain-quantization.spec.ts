import { expect, it } from 'vitest';
import { explainQuantization } from './explain-quantization.ts';

const type = (name: string, bytes: number) => ({ type: name, tensors: 1, bytes });

it('says what most of the bytes are, and what else there is', () => {
  const sentences = explainQuantization({ tensor_types: [type('F32', 1), type('Q8_0', 31), type('Q4_1', 68)] });
  expect(sentences).toEqual([
    '68 % of the bytes are Q4_1, 4 bits a weight, scale and offset for 32: a loss that small models show.',
    'The rest is 31 % Q8_0: a part that is stored finer or coarser than the name of the file may say.',
  ]);
});

it('is one sentence for one type, and leaves out what does not matter', () => {
  expect(explainQuantization({ tensor_types: [type('Q8_0', 990), type('F32', 10)] })).toEqual([
    'Practically all of it is Q8_0, 8 bits a weight: results hardly differ from half precision.',
  ]);
});

it('says nothing that it does not know', () => {
  expect(explainQuantization({ tensor_types: [type('type 99', 10)] })).toEqual(['Practically all of it is type 99.']);
  expect(explainQuantization({ tensor_types: [] })).toEqual([]);
});
