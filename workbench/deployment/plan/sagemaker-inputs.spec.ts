import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { planDeployment } from './plan-deployment.ts';
import { completeModelInput } from './sagemaker-inputs.ts';

const digest = `123456789012.dkr.ecr.us-east-1.amazonaws.com/decision-workbench-cpu@sha256:${'a'.repeat(64)}`;

describe('the image of a model', () => {
  const model = planDeployment(exampleFacts()).resources.find(({ kind }) => kind === 'model');
  if (model?.kind !== 'model') throw new Error('the plan has no model');
  const { input } = model;

  it('is put in by its digest', () => {
    expect(completeModelInput(input, digest)).toEqual({
      ...input,
      PrimaryContainer: { ...input.PrimaryContainer, Image: digest },
    });
  });

  it.each([
    digest.replace(/@.*/, ':latest'),
    digest.replace('@sha256:', ':x@sha512:'),
    digest.slice(0, -1),
    `${digest}0`,
    digest.toUpperCase(),
    `a b@sha256:${'a'.repeat(64)}`,
    `a@b@sha256:${'a'.repeat(64)}`,
    'image-by-digest',
  ])('is refused as %s', (uri) => {
    expect(() => completeModelInput(input, uri)).toThrow(/no image by digest/);
  });
});
