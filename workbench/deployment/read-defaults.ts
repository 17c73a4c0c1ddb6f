import type { DeploymentDefaults } from '../contract/deployments.ts';
import { listProfiles } from './aws/profiles.ts';
import { awsRegions } from './aws/regions.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Profiles of the shared files, and what the environment gives. No service is asked. */
export async function readDefaults(environment: Environment): Promise<DeploymentDefaults> {
  const given = (name: string) => {
    const value = environment[name]?.trim();
    return value === undefined || value === '' ? null : value;
  };
  const profiles = await listProfiles();
  const profile = given('AWS_PROFILE');
  const named = profiles.find(({ name }) => name === (profile ?? 'default'));
  return {
    profiles,
    regions: [...awsRegions],
    profile,
    region: given('AWS_REGION') ?? given('AWS_DEFAULT_REGION') ?? named?.region ?? null,
    bucket: given('ARTIFACT_BUCKET'),
    build_role_arn: given('CODEBUILD_ROLE_ARN'),
    execution_role_arn: given('SAGEMAKER_ROLE_ARN'),
    names: { decisions: given('SEMIF_ENDPOINT_NAME'), standard: given('STANDARD_ENDPOINT_NAME') },
  };
}
