import type { Snippet, SnippetTarget } from './snippet.ts';

/** The policy of somebody who may ask this endpoint and do nothing else. */
export function writeCallerPolicy({ endpoint_arn }: Pick<SnippetTarget, 'endpoint_arn'>): Snippet {
  const policy = {
    Version: '2012-10-17',
    Statement: [
      { Sid: 'AskThisEndpoint', Effect: 'Allow', Action: 'sagemaker:InvokeEndpoint', Resource: endpoint_arn },
    ],
  };
  return {
    kind: 'caller-policy',
    title: 'Smallest policy of a caller',
    file_name: 'caller-policy.json',
    language: 'json',
    about: 'IAM policy for the user or role that asks the endpoint. It allows this one action on this one endpoint.',
    text: `${JSON.stringify(policy, null, 2)}\n`,
  };
}
