import { describe, expect, it } from 'vitest';
import { exampleFacts } from '../../../test/stand-ins/plan-facts.ts';
import { planDeployment } from '../plan/plan-deployment.ts';
import { endpointFault } from './endpoint-fault.ts';

const pools = [
  { type: 'ml.g6e.xlarge', priority: 1 },
  { type: 'ml.g5.2xlarge', priority: 2 },
];
const plan = planDeployment(exampleFacts({ accelerator: 'gpu', instances: { kind: 'pools', pools } }));
const log = ['loading', 'out of memory'];

// The reasons are those that SageMaker gives for a failed endpoint.
describe('why an endpoint did not come into service', () => {
  it.each([
    ['Unable to provision requested ML compute capacity due to InsufficientInstanceCapacity error.', 'NO_CAPACITY'],
    ["The account-level service limit 'ml.g6e.xlarge for endpoint usage' is 0 Instances", 'QUOTA_EXCEEDED'],
    [
      'The primary container for production variant main did not pass the ping health check. Please check CloudWatch logs for this endpoint.',
      'ENDPOINT_FAILED',
    ],
    [
      'The role does not have access to the image 123456789012.dkr.ecr.us-east-1.amazonaws.com/x@sha256:0',
      'ENDPOINT_FAILED',
    ],
    ['', 'ENDPOINT_FAILED'],
  ])('%s', (reason, code) => {
    const fault = endpointFault(plan, reason, log);
    expect(fault.code).toBe(code);
    expect(fault.message).toContain(reason);
    expect(fault.next).toContain('stays on the list');
    expect(fault.fields.find(({ path }) => path === 'log')?.message).toBe('loading\nout of memory');
  });

  it('says which pools were tried', () => {
    const { message, fields } = endpointFault(plan, 'Insufficient capacity', []);
    expect(message).toContain('ml.g6e.xlarge, ml.g5.2xlarge were tried');
    expect(fields).toEqual([{ path: 'pools', message: 'ml.g6e.xlarge, ml.g5.2xlarge' }]);
  });

  it('of the health check the log is what tells, and the image is not blamed', () => {
    const reason = 'The image did not pass the ping health check';
    expect(endpointFault(plan, reason, log).message).toContain('did not pass its health check');
  });
});
