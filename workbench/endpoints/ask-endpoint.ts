import type { Aws } from '../deployment/aws/open-aws.ts';
import { chatAnswerSchema } from '../deployment/snippets/chat-schemas.ts';
import { MAX_ANSWER_TOKENS } from '../deployment/snippets/snippet-body.ts';
import { type Asked, askRemote } from '../runs/remote/ask-remote.ts';
import { endpointTransport } from '../runs/remote/endpoint-transport.ts';
import { remoteHost } from '../runs/remote/remote-label.ts';
import { createRemoteScorer, SampleRefused } from '../runs/remote/remote-scorer.ts';
import { UnusableAnswer } from '../runs/remote/unusable-answer.ts';
import type { ScoreOne } from './compare-with-local.ts';

const seconds = () => performance.now() / 1000;

function targetOf(aws: Pick<Aws, 'region' | 'profile'>, endpoint_name: string) {
  return { kind: 'endpoint', endpoint_name, region: aws.region, profile: aws.profile, price: null } as const;
}

/** Sends one body as it is; while the endpoint is busy again, inside a deadline. @throws Fault as askRemote */
export function askEndpoint(aws: Aws, name: string, body: string, signal: AbortSignal): Promise<Asked> {
  const target = targetOf(aws, name);
  const transport = endpointTransport(target, aws);
  return askRemote(body, { transport, host: remoteHost(target), clock: aws.clock, seconds, signal });
}

/** Scores on an endpoint of the decisions path. */
export function decisionsScorer(aws: Aws, name: string): ScoreOne {
  const target = targetOf(aws, name);
  const transport = endpointTransport(target, aws);
  const host = remoteHost(target);
  return async (decision, signal) => {
    // A new one each time: one unusable answer is told, and does not end a comparison.
    const asking = { transport, host, clock: aws.clock, seconds, signal };
    const scorer = createRemoteScorer(target, asking, { device: null, instance_type: null }, null);
    try {
      const { answer, seconds: took } = await scorer.score(decision);
      return { probabilities: answer.probabilities, seconds: took };
    } catch (error) {
      throw error instanceof SampleRefused ? error.fault : error;
    }
  };
}

/** Asks an endpoint of the standard path in words. It has no probabilities: the answer shows that it answers. */
export function chatScorer(aws: Aws, name: string): ScoreOne {
  return async ({ question, state, options }, signal) => {
    const evidence = state.kind === 'string' ? state.value : '';
    const choices = options.map(({ id, description }) => `- ${id}: ${description}`).join('\n');
    const content = `${evidence}\n\n${question}\n${choices}\nAnswer with the name of one option.`;
    const body = { messages: [{ role: 'user', content }], max_tokens: MAX_ANSWER_TOKENS, stream: false };
    const asked = await askEndpoint(aws, name, JSON.stringify(body), signal);
    const { reply } = asked;
    if (reply.what !== 'answer') throw reply.fault;
    if (!chatAnswerSchema.safeParse(reply.value).success) {
      throw new UnusableAnswer(remoteHost(targetOf(aws, name)), 'it has no choices[0].message.content');
    }
    return { probabilities: [], seconds: asked.seconds };
  };
}
