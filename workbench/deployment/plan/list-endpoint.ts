import { describeResource } from './describe-resource.ts';
import type { Listed } from './list-resources.ts';
import { priceByUse } from './price-target.ts';
import type { Resource } from './resource.ts';
import { endpointConfigInput, endpointInput, modelInput } from './sagemaker-inputs.ts';
import { scalingInput } from './scaling-input.ts';

/** SageMaker's three, the endpoint's log, and what scales it. */
export function listEndpoint({ facts, names, arns, image, model, roles, tags, price }: Listed): Resource[] {
  const { scaling } = facts.target;
  const resources: Resource[] = [
    {
      ...describeResource('model', {
        name: names.model,
        arn: arns.sagemaker('model', names.model),
        ownership: 'own',
        why: 'It says which image runs with which model and which environment.',
        tags,
      }),
      input: modelInput(facts, names, {
        imageUri: image.from === 'uri' ? image.uri : null,
        model,
        executionRoleArn: roles.execution,
        tags,
      }),
    },
    {
      ...describeResource('endpoint-config', {
        name: names.endpointConfig,
        arn: arns.sagemaker('endpoint-config', names.endpointConfig),
        ownership: 'own',
        why: 'It says on which instances, and how many.',
        tags,
      }),
      input: endpointConfigInput(facts, names, tags),
    },
    {
      ...describeResource('log-group', {
        name: names.endpointLogs,
        arn: arns.logGroup(names.endpointLogs),
        ownership: 'service',
        why: 'SageMaker makes it when the container writes its first line.',
        price: priceByUse('by the gigabyte that is written and kept'),
      }),
      input: null,
    },
    {
      ...describeResource('endpoint', {
        name: names.endpoint,
        arn: arns.sagemaker('endpoint', names.endpoint),
        ownership: 'own',
        why: 'It answers, and costs from its start until it is deleted.',
        tags,
        price,
      }),
      input: endpointInput(names, tags),
    },
  ];
  if (scaling.kind === 'fixed') return resources;
  resources.push({
    ...describeResource('scaling', {
      name: names.endpoint,
      arn: null,
      ownership: 'own',
      why: `The provider keeps between ${scaling.min} and ${scaling.max} instances by the calls a minute.`,
      tags,
    }),
    input: scalingInput(names, scaling, tags),
  });
  return resources;
}
