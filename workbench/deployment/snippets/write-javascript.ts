import { javascriptBody } from './javascript-literal.ts';
import { BUSY_SECONDS, READ_SECONDS } from './runtime-address.ts';
import type { Snippet, SnippetQuestion, SnippetTarget } from './snippet.ts';
import { snippetBody } from './snippet-body.ts';
import { sentencesFor } from './trust-sentences.ts';
import { DEFAULT_FALLBACK } from './write-python.ts';

/** A program for Node that asks the endpoint, waits while it is busy, and applies threshold and fallback. */
export function writeJavascript({ endpoint_name, region, asks }: SnippetTarget): Snippet {
  const text = `${sentencesFor(asks.path)
    .map((sentence) => `// ${sentence}\n`)
    .join(
      '',
    )}import { InvokeEndpointCommand, ModelError, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';

const endpoint = ${JSON.stringify(endpoint_name)};
${constants(asks)}
const client = new SageMakerRuntimeClient({
  region: ${JSON.stringify(region)},
  requestHandler: { requestTimeout: ${READ_SECONDS * 1000}, throwOnRequestTimeout: true },
});

/** Sends a request; while the endpoint is busy (503) again, with growing random pauses. */
async function ask(body) {
  const deadline = Date.now() + ${BUSY_SECONDS * 1000};
  for (let pause = 250; ; pause *= 2) {
    try {
      const command = new InvokeEndpointCommand({
        EndpointName: endpoint,
        ContentType: 'application/json',
        Body: body,
      });
      const { Body } = await client.send(command);
      return JSON.parse(new TextDecoder().decode(Body));
    } catch (error) {
      const busy = error instanceof ModelError && error.OriginalStatusCode === 503;
      if (!busy || Date.now() + pause > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
    }
  }
}

const body = ${javascriptBody(snippetBody(asks))};
const answer = await ask(body);
${use(asks)}`;
  return {
    kind: 'javascript',
    title: 'JavaScript',
    file_name: 'ask-endpoint.mjs',
    language: 'javascript',
    about:
      'Needs Node 20 or later and the SDK (npm install @aws-sdk/client-sagemaker-runtime). Finds credentials where the AWS command line finds them.',
    text,
  };
}

function constants(asks: SnippetQuestion): string {
  if (asks.path === 'standard') return '';
  const { threshold, fallback } = asks;
  return `const threshold = ${threshold === null ? 'null; // nothing is accepted until you choose one on labelled samples' : `${threshold};`}
const fallback = ${JSON.stringify(fallback ?? DEFAULT_FALLBACK)};
`;
}

function use(asks: SnippetQuestion): string {
  if (asks.path === 'standard') return 'console.log(answer.choices[0].message.content);\n';
  return `const { option_ids, probabilities, x_choice } = answer.result;
const probability = Math.max(...probabilities);
const option = option_ids[probabilities.indexOf(probability)];
// x_choice: the endpoint's configuration knows this decision and applied its rule; null abstains.
const accepted = threshold !== null && probability >= threshold ? option : null;
const choice = (x_choice === undefined ? accepted : x_choice) ?? fallback;
console.log(JSON.stringify({ choice, option, probability }));
`;
}
