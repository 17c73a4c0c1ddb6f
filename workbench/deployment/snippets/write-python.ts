import { pythonLiteral } from './python-literal.ts';
import { BUSY_SECONDS, READ_SECONDS } from './runtime-address.ts';
import type { Snippet, SnippetQuestion, SnippetTarget } from './snippet.ts';
import { snippetBody } from './snippet-body.ts';
import { sentencesFor } from './trust-sentences.ts';

/** What stands in for an answer that is not accepted, where nothing was chosen. */
export const DEFAULT_FALLBACK = 'human';

/** A Python program that asks the endpoint, waits while it is busy, and applies threshold and fallback. */
export function writePython({ endpoint_name, region, asks }: SnippetTarget): Snippet {
  const text = `${sentencesFor(asks.path)
    .map((sentence) => `# ${sentence}\n`)
    .join('')}import json
import random
import time

import boto3
from botocore.config import Config

ENDPOINT = ${JSON.stringify(endpoint_name)}
${constants(asks)}
client = boto3.client(
    "sagemaker-runtime",
    region_name=${JSON.stringify(region)},
    config=Config(read_timeout=${READ_SECONDS}, retries={"mode": "standard"}),
)


def ask(body):
    """Sends a request; while the endpoint is busy (503) again, with growing random pauses."""
    deadline = time.monotonic() + ${BUSY_SECONDS}
    pause = 0.25
    while True:
        try:
            answer = client.invoke_endpoint(
                EndpointName=ENDPOINT, ContentType="application/json", Body=json.dumps(body).encode()
            )
            return json.loads(answer["Body"].read())
        except client.exceptions.ModelError as error:
            busy = error.response.get("OriginalStatusCode") == 503
            if not busy or time.monotonic() + pause > deadline:
                raise
            time.sleep(random.uniform(pause / 2, pause))
            pause *= 2


answer = ask(${pythonLiteral(snippetBody(asks))})
${use(asks)}`;
  return {
    kind: 'python',
    title: 'Python',
    file_name: 'ask_endpoint.py',
    language: 'python',
    about: 'Needs boto3 (pip install boto3). Finds credentials where the AWS command line finds them.',
    text,
  };
}

function constants(asks: SnippetQuestion): string {
  if (asks.path === 'standard') return '';
  const { threshold, fallback } = asks;
  return `THRESHOLD = ${threshold ?? 'None  # nothing is accepted until you choose one on labelled samples'}
FALLBACK = ${JSON.stringify(fallback ?? DEFAULT_FALLBACK)}
`;
}

function use(asks: SnippetQuestion): string {
  if (asks.path === 'standard') return 'print(answer["choices"][0]["message"]["content"])\n';
  return `result = answer["result"]
best = max(range(len(result["probabilities"])), key=result["probabilities"].__getitem__)
option, probability = result["option_ids"][best], result["probabilities"][best]
if "x_choice" in result:  # the endpoint's configuration knows this decision and applied its rule; None abstains
    choice = result["x_choice"]
else:
    choice = option if THRESHOLD is not None and probability >= THRESHOLD else None
print(json.dumps({"choice": FALLBACK if choice is None else choice, "option": option, "probability": probability}))
`;
}
