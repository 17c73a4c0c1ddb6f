import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { planDeployment } from './plan-deployment.ts';
import { isRemoved, removalOrder } from './removal.ts';
import { resourceSchema, undoChoices } from './resource.ts';

const { resources } = planDeployment(
  exampleFacts(
    {
      scaling: { kind: 'bounds', min: 1, max: 2, invocations_per_minute: 60 },
      roles: { execution: { role: 'given', arn: 'arn:aws:iam::123456789012:role/a' }, build: { role: 'make' } },
    },
    {},
  ),
);

describe('an undo', () => {
  it('goes from what uses to what is used', () => {
    const kinds = removalOrder(resources).map(({ kind }) => kind);
    const goesBefore = (a: (typeof kinds)[number], b: (typeof kinds)[number]) =>
      expect(kinds.lastIndexOf(a)).toBeLessThan(kinds.indexOf(b));
    goesBefore('scaling', 'endpoint');
    goesBefore('endpoint', 'endpoint-config');
    goesBefore('endpoint-config', 'model');
    goesBefore('model', 'model-object');
    goesBefore('model', 'execution-role');
    goesBefore('image', 'repository');
    goesBefore('image-project', 'build-role');
    expect(kinds.at(-1)).toBe('bucket');
  });

  it('removes endpoint, scaling, configuration and model unasked, and what was there before never', () => {
    const removed = (choices: Parameters<typeof isRemoved>[1]) =>
      resources.filter(({ removal }) => isRemoved(removal, choices)).map(({ kind }) => kind);
    expect(removed([])).toEqual(['model', 'endpoint-config', 'endpoint', 'scaling']);
    expect(resources.filter(({ removal }) => !isRemoved(removal, undoChoices)).map(({ kind }) => kind)).toEqual([
      'execution-role',
    ]);
    expect(removed(['logs'])).toEqual(['log-group', 'model', 'endpoint-config', 'log-group', 'endpoint', 'scaling']);
  });

  it('takes scaling with its endpoint where an earlier version made a choice of it', () => {
    const planned = resources.find(({ kind }) => kind === 'scaling');
    const earlier = { ...planned, removal: { choice: 'scaling', when: 'asked', sentence: 'It goes.' } };
    const { removal } = resourceSchema.parse(earlier);
    expect([isRemoved(removal, []), removal.sentence]).toEqual([true, 'It goes.']);
  });
});
