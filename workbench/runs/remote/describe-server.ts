import { z } from 'zod';
import type { RemoteTarget } from '../../contract/remote.ts';
import { readAnswerBody } from './read-answer-body.ts';
import type { RemoteDescription } from './remote-scorer.ts';

/** Bytes of a state: some hundred. */
const MAX_STATE_BYTES = 16 * 1024;
const STATE_MS = 5000;

const stateSchema = z.looseObject({ device: z.string().max(200) });

/**
 * The device that a server says it runs on, at `GET /healthz`, which needs no key. Null when it does not tell: a run
 * does without.
 */
export async function describeServer(
  { url }: Exclude<RemoteTarget, { kind: 'endpoint' }>,
  signal: AbortSignal,
): Promise<RemoteDescription> {
  const address = `${url.replace(/\/+$/, '')}/healthz`;
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(STATE_MS)]);
    const response = await fetch(address, { redirect: 'manual', signal: either });
    const body = await readAnswerBody(response, address, MAX_STATE_BYTES);
    const state = stateSchema.safeParse(JSON.parse(new TextDecoder().decode(body)));
    return { device: state.success ? state.data.device : null, instance_type: null };
  } catch {
    return { device: null, instance_type: null };
  }
}
