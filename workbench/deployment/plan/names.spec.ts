import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { endpointNameIn, nameResources } from './names.ts';

describe('names', () => {
  it('carry the end of the deployment’s id', () => {
    const names = nameResources(exampleFacts());
    expect(names).toMatchObject({
      bucket: 'decision-workbench-123456789012-us-east-1',
      executionRole: 'support-route-abcd5678-execution',
      buildRole: 'support-route-abcd5678-build',
      imageProject: 'support-route-abcd5678-image',
      repository: 'decision-workbench-cpu',
      model: 'support-route-abcd5678',
      endpointConfig: 'support-route-abcd5678',
      endpoint: 'support-route',
      endpointLogs: '/aws/sagemaker/Endpoints/support-route',
    });
    expect(names.buildLogs(names.imageProject)).toBe('/aws/codebuild/support-route-abcd5678-image');
  });

  it('stay within what the services accept for the longest endpoint name, and for one of hyphens', () => {
    // Of the service documentation: SageMaker 63 characters, IAM roles 64.
    const sagemaker = /^[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}$/;
    for (const name of ['e'.repeat(63), `a${'-'.repeat(60)}bc`, `${'a'.repeat(53)}${'-'.repeat(9)}b`, 'x']) {
      const names = nameResources(exampleFacts({ name }, { revision: 12 }));
      for (const one of [names.model, names.endpointConfig, names.endpoint]) expect(one).toMatch(sagemaker);
      expect(names.model).toMatch(/-abcd5678-12$/);
      for (const role of [names.executionRole, names.buildRole]) expect(role).toMatch(/^[\w+=,.@-]{1,64}$/);
      expect(names.imageProject).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{1,149}$/);
    }
  });

  it('tell the endpoint again, unless it may have been cut', () => {
    for (const revision of [0, 12]) {
      for (const name of ['x', 'support-route', 'a-1234abcd', `${'a'.repeat(43)}--b`]) {
        expect(endpointNameIn(nameResources(exampleFacts({ name }, { revision })).endpointConfig)).toBe(name);
      }
      for (const name of ['e'.repeat(63), `${'a'.repeat(50)}---${'b'.repeat(10)}`]) {
        expect(endpointNameIn(nameResources(exampleFacts({ name }, { revision })).endpointConfig)).toBeNull();
      }
    }
    expect(endpointNameIn('somebody')).toBeNull();
  });
});
