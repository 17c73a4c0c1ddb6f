import { expect, it } from 'vitest';
import { listSampleExamples, readSampleExample } from './examples.ts';

it.each(listSampleExamples())(
  '$file has as many samples as it says, each labelled',
  async ({ file, samples, name }) => {
    const example = await readSampleExample(file);
    expect(example.name).toBe(name);
    expect(example.samples).toHaveLength(samples);
    const options = example.question.options.map(({ id }) => id);
    for (const { label } of example.samples) expect(options).toContain(label);
    expect(new Set(example.samples.map(({ id }) => id)).size).toBe(samples);
  },
);
