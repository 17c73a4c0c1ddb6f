import { Fault } from '../../adapter/fault.ts';
import type { PlaceOptions } from './aws-place.ts';
import { findEndpoint } from './find-endpoint.ts';
import { readInputText } from './read-input-file.ts';
import type { Terminal } from './terminal.ts';
import { withWorkbench } from './with-workbench.ts';

export interface InvokeOptions extends PlaceOptions {
  message?: string;
  json?: true;
  workspace?: string;
}

/** What the try-out of the standard path asks for: a short answer, at once. */
const CHAT = { max_tokens: 64, stream: false } as const;

/**
 * `invoke ENDPOINT FILE`: asks it once. A file with one decision is sent as such; any other JSON as it is.
 * @throws Fault INVALID_REQUEST, NOT_FOUND, ENDPOINT_FAILED with the container's own message, BUSY
 */
export async function invokeCommand(
  terminal: Terminal,
  name: string,
  file: string | undefined,
  options: InvokeOptions,
): Promise<void> {
  const body = await bodyOf(terminal, file, options.message);
  await withWorkbench(terminal, options.workspace, async (client) => {
    const { ref } = await findEndpoint(client, name, options);
    const answer = await client.endpoints.invoke({ ref, body });
    terminal.out(options.json ? `${JSON.stringify(answer, null, 2)}\n` : `${indented(answer.body)}\n`);
    if (!options.json) {
      const busy = answer.retries === 0 ? '' : `, after it was busy ${answer.retries} times`;
      terminal.err(`${answer.seconds.toFixed(2)} s as seen from here${busy}\n`);
    }
  });
}

async function bodyOf(terminal: Terminal, file: string | undefined, message: string | undefined): Promise<string> {
  if ((file === undefined) === (message === undefined)) {
    const what = file === undefined ? 'There is nothing to send.' : 'Both a file and a message are named.';
    throw new Fault('INVALID_REQUEST', what, 'Name a file with a request, or a --message for the standard path.', {
      fields: [{ path: 'FILE', message: what, limit: 'one of FILE and --message' }],
    });
  }
  if (message !== undefined) return JSON.stringify({ messages: [{ role: 'user', content: message }], ...CHAT });
  const { text } = await readInputText(terminal, file ?? '-', 'a request');
  return wrapped(text);
}

/** A decision alone is the content of `decision`; its text is not written anew, so that no digit changes. */
function wrapped(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Fault('INVALID_REQUEST', 'The request is no JSON.', 'Correct the file.', {
      fields: [{ path: 'FILE', message: 'It cannot be read as JSON.' }],
      cause,
    });
  }
  const isDecision = typeof value === 'object' && value !== null && 'question' in value && 'options' in value;
  return isDecision ? `{"decision": ${text.trim().replace(/^\uFEFF/, '')}}` : text;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
