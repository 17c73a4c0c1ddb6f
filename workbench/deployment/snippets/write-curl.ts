import { writeJson } from '../../../adapter/json/write-json.ts';
import { READ_SECONDS, RUNTIME_ADDRESS_VARIABLE, runtimeAddress } from './runtime-address.ts';
import type { Snippet, SnippetTarget } from './snippet.ts';
import { snippetBody } from './snippet-body.ts';
import { sentencesFor } from './trust-sentences.ts';

/** A shell script that asks the endpoint once, signed with the caller's own credentials (SigV4). */
export function writeCurl({ endpoint_name, region, asks }: SnippetTarget): Snippet {
  const address = `\${${RUNTIME_ADDRESS_VARIABLE}:-${runtimeAddress(region)}}`;
  const text = `#!/bin/sh
${sentencesFor(asks.path)
  .map((sentence) => `# ${sentence}\n`)
  .join('')}set -eu
# An error 424 brings the endpoint's own answer in OriginalMessage; with an OriginalStatusCode of 503 it is busy: try again.
curl --silent --show-error --fail-with-body --max-time ${READ_SECONDS} \\
  --aws-sigv4 "aws:amz:${region}:sagemaker" --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" \\
  \${AWS_SESSION_TOKEN:+-H "X-Amz-Security-Token: $AWS_SESSION_TOKEN"} \\
  -H "Content-Type: application/json" \\
  --data-binary @- \\
  "${address}/endpoints/${endpoint_name}/invocations" <<'JSON'
${writeJson(snippetBody(asks), 2)}
JSON
`;
  return {
    kind: 'curl',
    title: 'curl',
    file_name: 'ask-endpoint.sh',
    language: 'sh',
    about:
      'Needs curl 7.76 or later. Reads AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and, with a session, AWS_SESSION_TOKEN from the environment; “aws configure export-credentials --format env” prints them.',
    text,
  };
}
