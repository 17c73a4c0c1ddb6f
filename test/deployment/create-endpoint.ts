import {
  CreateEndpointCommand,
  CreateEndpointConfigCommand,
  CreateModelCommand,
  DescribeEndpointCommand,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import { ACCOUNT } from '../stand-ins/aws/account.ts';
import { clientSettings } from '../stand-ins/aws/clients.ts';
import type { AwsStandIn } from '../stand-ins/aws/open-aws.ts';

/** An endpoint in service that nobody's journal knows, made with the SDK alone. @returns its ARN */
export async function createEndpoint(
  aws: AwsStandIn,
  name: string,
  tags: Record<string, string> = {},
): Promise<string> {
  const client = new SageMakerClient(clientSettings(aws.url));
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const Image = `${ACCOUNT}.dkr.ecr.us-east-1.amazonaws.com/somebody@sha256:${'b'.repeat(64)}`;
  const ExecutionRoleArn = `arn:aws:iam::${ACCOUNT}:role/somebody`;
  await client.send(new CreateModelCommand({ ModelName: name, ExecutionRoleArn, PrimaryContainer: { Image }, Tags }));
  const variant = {
    VariantName: 'main',
    ModelName: name,
    InstanceType: 'ml.c6i.8xlarge',
    InitialInstanceCount: 1,
  } as const;
  await client.send(new CreateEndpointConfigCommand({ EndpointConfigName: name, ProductionVariants: [variant], Tags }));
  const { EndpointArn = '' } = await client.send(
    new CreateEndpointCommand({ EndpointName: name, EndpointConfigName: name, Tags }),
  );
  const look = () => client.send(new DescribeEndpointCommand({ EndpointName: name }));
  while ((await look()).EndpointStatus === 'Creating');
  client.destroy();
  return EndpointArn;
}
